import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
};

/** The URL's query on a page without a router. Changes replace the history entry. */
export function useUrlQuery() {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  const setQuery = (change: (query: URLSearchParams) => void) => {
    const query = new URLSearchParams(location.search);
    change(query);
    history.replaceState(history.state, '', query.size > 0 ? `?${query.toString()}` : location.pathname);
    for (const listener of listeners) listener();
  };
  return [new URLSearchParams(search), setQuery] as const;
}
