import { type RefObject, useEffect } from 'react';

const preload = () => void import('./toast-root.tsx').catch(() => {});

/** Fetches the toasts of a public page when a form gets the focus, so that its own toast no longer depends on the network. */
export function usePreloadedToasts(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = form.current;
    // The focus may have come before React did.
    if (element?.contains(document.activeElement)) preload();
    element?.addEventListener('focusin', preload, { once: true });
    return () => element?.removeEventListener('focusin', preload);
  }, [form]);
}
