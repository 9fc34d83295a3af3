import { queryOptions } from '@tanstack/react-query';
import type { Side } from '#app/components/conversation/side.ts';
import { api } from '#app/lib/api-client.ts';

const ticketKey = (id: string) => ['desk', 'ticket', id];
export const cardKey = (id: string) => [...ticketKey(id), 'card'];

export const deskSide: Side = { api: api.desk.tickets, ticketKey, cardKey, hasVersions: true };

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: cardKey(id),
    queryFn: ({ signal }) => api.desk.tickets.detail.$get({ query: { id } }, { signal }),
  });
