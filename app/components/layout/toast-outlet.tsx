import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, subscribeToToasts } from '#app/lib/toast.ts';

const loadToaster = () => import('../ui/toaster.tsx');
const noToasts: ReturnType<typeof currentToasts> = [];
const preloadToasts = () => void loadToaster().catch(() => {});
const firstTouches = ['focusin', 'pointerdown'] as const;

export function ToastOutlet({ labels }: { labels: { region: string; close: string } }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => noToasts);
  const [toaster, setToaster] = useState<Awaited<ReturnType<typeof loadToaster>>>();
  // Loaded with the first toast: pages that show none do not pay for it. If the network fails, the next toast
  // tries again; a toast that cannot be shown must not break the page.
  useEffect(() => {
    if (toasts.length > 0 && toaster === undefined) loadToaster().then(setToaster, () => {});
  }, [toasts, toaster]);
  // A toast may report that the network fails: its code is loaded when the page is first used.
  useEffect(() => {
    for (const type of firstTouches) addEventListener(type, preloadToasts, { once: true });
    return () => {
      for (const type of firstTouches) removeEventListener(type, preloadToasts);
    };
  }, []);
  if (toasts.length === 0 || toaster === undefined) return null;
  return <toaster.Toaster toasts={toasts} onDismiss={dismissToast} labels={labels} />;
}

/** Preloads the toast code of a public page when a form gets focus. */
export function usePreloadedToasts(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = form.current;
    // The form may have been focused before hydration.
    if (element?.contains(document.activeElement)) preloadToasts();
    element?.addEventListener('focusin', preloadToasts, { once: true });
    return () => element?.removeEventListener('focusin', preloadToasts);
  }, [form]);
}
