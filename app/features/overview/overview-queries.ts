import { queryOptions } from '@tanstack/react-query';
import { api, isApiError } from '#app/lib/api-client.ts';

/** The user's customer, or null if the user has none. */
export const customerQuery = queryOptions({
  queryKey: ['overview', 'customer'],
  queryFn: ({ signal }) =>
    api.portal.customer.$get({}, { signal }).catch((error: unknown) => {
      if (isApiError(error, 'not_linked')) return null;
      throw error;
    }),
});

export const countsQuery = queryOptions({
  queryKey: ['overview', 'counts'],
  queryFn: ({ signal }) => api.portal.counts.$get({}, { signal }),
});

export const overviewQuery = queryOptions({
  queryKey: ['overview', 'overview'],
  queryFn: ({ signal }) => api.portal.overview.$get({}, { signal }),
});
