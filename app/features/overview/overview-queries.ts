import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#app/lib/api-client.ts';
import type { Counts, Customer } from '#contract/customers.ts';
import type { Glance } from '#contract/glance.ts';

export const customerQuery = queryOptions({
  queryKey: ['overview', 'customer'],
  queryFn: ({ signal }) => callApi<Customer>('/portal/customer', { signal }),
});

export const countsQuery = queryOptions({
  queryKey: ['overview', 'counts'],
  queryFn: ({ signal }) => callApi<Counts>('/portal/counts', { signal }),
});

export const glanceQuery = queryOptions({
  queryKey: ['overview', 'glance'],
  queryFn: ({ signal }) => callApi<Glance>('/portal/glance', { signal }),
});
