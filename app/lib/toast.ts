export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Where it comes from, such as a form: a newer toast replaces an older one from the same source. */
  source?: string;
  /** A toast with an action stays until it is dismissed, unless there is another way to it. */
  action?: { label: string; to: string; isOptional?: true };
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
/** Called when a form is submitted again. */
export const dismissToastsFrom = (source: string) => publish(withoutSource(source));
export const dismissToast = (id: number) => publish(toasts.filter((entry) => entry.id !== id));
export const dismissAllToasts = () => publish([]);
export const currentToasts = () => toasts;
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
