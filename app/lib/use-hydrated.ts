import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False in the prerendered page and until React answers: a form sent before that would reload the page and lose what was typed. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
