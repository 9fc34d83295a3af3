import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { currentToasts, dismissToast, subscribeToToasts } from '#app/lib/toast.ts';
import { Toaster } from '../ui/toaster.tsx';

const labels = { region: 'Notifications', close: 'Fermer' };

function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return toasts.length > 0 && <Toaster toasts={toasts} onDismiss={dismissToast} labels={labels} />;
}

/** The toasts of a public page: one root, as all islands share the store. */
export function mountToasts() {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toasts />);
}
