import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { ListName } from '#contract/record-lists.ts';
import { ApiError, isApiError } from './api-client.ts';

const retriedErrors = new Set<ApiError['code']>(['offline', 'unavailable', 'internal_error']);

type QueryClientOptions = {
  /** The server no longer accepts the session. */
  onSignedOut: () => void;
  /** The user's roles have changed since the session was loaded. */
  onForbidden?: () => void;
};

export function createQueryClient({ onSignedOut, onForbidden }: QueryClientOptions): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error, 'unauthorized')) onSignedOut();
        if (isApiError(error, 'forbidden')) onForbidden?.();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        // Errors are shown in place, also when offline: the default would keep such a query loading forever.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && retriedErrors.has(error.code),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

export const recordsKey = (list: ListName) => ['records', list] as const;

/** Refetches what a new record has changed. */
function refetchRecords(client: QueryClient, list: ListName): void {
  void client.invalidateQueries({ queryKey: recordsKey(list) });
  void client.invalidateQueries({ queryKey: ['overview'] });
}

// A channel does not receive what it sends itself: this tab refetches once.
let otherTabs: BroadcastChannel | undefined;

/** Also in the other tabs of this browser: two tabs side by side get no focus event that would make them refetch. */
export function refetchRecordsInAllTabs(client: QueryClient, list: ListName): void {
  refetchRecords(client, list);
  otherTabs?.postMessage(list);
}

/** Follows the records created in other tabs. Returns the unsubscribe function. */
export function followNewRecords(client: QueryClient): () => void {
  const channel = new BroadcastChannel('portal-records');
  channel.addEventListener('message', ({ data }) => refetchRecords(client, data as ListName));
  otherTabs = channel;
  return () => {
    channel.close();
    if (otherTabs === channel) otherTabs = undefined;
  };
}
