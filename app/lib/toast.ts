export type ToastMessage = {
  title: string;
  text?: string;
  look?: 'default' | 'destructive';
  /** A link to what can be done about it. Such a toast stays until it is dismissed. */
  action?: { label: string; to: string };
};
export type StoredToast = ToastMessage & { id: number };

let toasts: StoredToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const publish = (next: StoredToast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const toast = (message: ToastMessage) => publish([...toasts, { ...message, id: nextId++ }]);
export const dismissToast = (id: number) => publish(toasts.filter((entry) => entry.id !== id));
export const currentToasts = () => toasts;
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
