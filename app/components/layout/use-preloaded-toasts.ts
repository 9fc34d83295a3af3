import { type RefObject, useEffect } from 'react';

const preload = () => void import('./toast-root.tsx').catch(() => {});

/** Preloads the toast code of a public page when a form gets focus, so that its toast does not depend on the network. */
export function usePreloadedToasts(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = form.current;
    // The form may have been focused before hydration.
    if (element?.contains(document.activeElement)) preload();
    element?.addEventListener('focusin', preload, { once: true });
    return () => element?.removeEventListener('focusin', preload);
  }, [form]);
}
