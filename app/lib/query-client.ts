import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from './api-client.ts';

const worthAnotherTry = new Set<ApiError['code']>(['offline', 'unavailable', 'internal_error']);

/** `onSignedOut`: the server no longer accepts the session. */
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
        // Errors are shown in place, also when offline: the default would keep such a query loading forever.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && worthAnotherTry.has(error.code),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}
