import { queryOptions } from '@tanstack/react-query';
import { callApi, isApiError } from '#app/lib/api-client.ts';
import type { Counts, Customer } from '#contract/customers.ts';
import type { Overview } from '#contract/overview.ts';

/** The user's customer, or null if the user has none. */
export const customerQuery = queryOptions({
  queryKey: ['overview', 'customer'],
  queryFn: ({ signal }) =>
    callApi<Customer>('/portal/customer', { signal }).catch((error: unknown) => {
      if (isApiError(error, 'not_linked')) return null;
      throw error;
    }),
});

export const countsQuery = queryOptions({
  queryKey: ['overview', 'counts'],
  queryFn: ({ signal }) => callApi<Counts>('/portal/counts', { signal }),
});

export const overviewQuery = queryOptions({
  queryKey: ['overview', 'overview'],
  queryFn: ({ signal }) => callApi<Overview>('/portal/overview', { signal }),
});
