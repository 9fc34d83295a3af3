import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Toaster as ToasterPart } from '../ui/toaster.tsx';
import { currentToasts, dismissToast, subscribeToToasts } from '#app/lib/toast.ts';

const noToasts: ReturnType<typeof currentToasts> = [];

export function ToastOutlet({ labels }: { labels: { region: string; close: string } }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => noToasts);
  const [Toaster, setToaster] = useState<typeof ToasterPart>();
  const count = toasts.length;
  // Loaded with the first toast: pages that show none do not pay for it. If the network fails, the next toast
  // tries again; a toast that cannot be shown must not break the page.
  useEffect(() => {
    if (count === 0 || Toaster !== undefined) return;
    import('../ui/toaster.tsx').then(
      (module) => setToaster(() => module.Toaster),
      () => {},
    );
  }, [count, Toaster]);
  if (count === 0 || Toaster === undefined) return null;
  return <Toaster toasts={toasts} onDismiss={dismissToast} labels={labels} />;
}
