import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const read = (name: string) => {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
};

/** A choice that this browser remembers; off at first, and where storage is blocked. */
export function useStoredFlag(name: string): [isSet: boolean, set: (isSet: boolean) => void] {
  const isSet = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read(name),
    () => false,
  );
  const set = (next: boolean) => {
    try {
      if (next) localStorage.setItem(name, '');
      else localStorage.removeItem(name);
    } catch {
      // Storage is blocked: nothing changes.
    }
    for (const listener of listeners) listener();
  };
  return [isSet, set];
}
