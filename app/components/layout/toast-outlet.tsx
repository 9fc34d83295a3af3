import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, subscribeToToasts } from '#app/lib/toast.ts';

// Fetched with the first toast: no page pays for toasts that it never shows.
const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })));

const noToasts: ReturnType<typeof currentToasts> = [];

export function ToastOutlet({ labels }: { labels: { region: string; close: string } }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => noToasts);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <Toaster toasts={toasts} onDismiss={dismissToast} labels={labels} />
    </Suspense>
  );
}
