export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** What it is about, such as a form: a newer toast from the same source takes the place of the older one. */
  source?: string;
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

const withoutSource = (source: string | undefined) =>
  source === undefined ? toasts : toasts.filter((entry) => entry.source !== source);

export const toast = (message: ToastMessage) =>
  publish([...withoutSource(message.source), { ...message, id: nextId++ }]);
/** Called when a form is sent again: what its last attempt said is over. */
export const dismissToastsFrom = (source: string) => publish(withoutSource(source));
export const dismissToast = (id: number) => publish(toasts.filter((entry) => entry.id !== id));
export const currentToasts = () => toasts;
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
