import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from './api-client.ts';

const worthAnotherTry = new Set<ApiError['code']>(['offline', 'unavailable', 'internal_error']);

/** Answers stay shown while newer ones are fetched behind them. `onSignedOut`: the server no longer knows the session. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error, 'unauthorized')) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        // A failed fetch is told in place, also without a network: a query that waits for one would load for ever.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && worthAnotherTry.has(error.code),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}
