import { queryOptions } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';

export const ticketKey = (id: string) => ['desk', 'ticket', id] as const;

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ticketKey(id),
    queryFn: ({ signal }) => api.desk.ticket.$get({ query: { id } }, { signal }),
  });

export const filesKey = (id: string) => [...ticketKey(id), 'files'] as const;
