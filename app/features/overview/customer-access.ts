import { queryOptions } from '@tanstack/react-query';
import { api, isApiError } from '#app/lib/api-client.ts';

/** The user's customer, or null if the user has none. */
export const customerQuery = queryOptions({
  queryKey: ['overview', 'customer'],
  queryFn: ({ signal }) =>
    api.portal.customers.current.$get({}, { signal }).catch((error: unknown) => {
      if (isApiError(error, 'not_linked')) return null;
      throw error;
    }),
});
