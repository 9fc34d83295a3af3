import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False in the prerendered page and until hydration: a form submitted before that would reload the page and lose its input. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
