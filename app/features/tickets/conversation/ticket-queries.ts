import { queryOptions } from '@tanstack/react-query';
import type { Side } from '#app/components/conversation/side.ts';
import { allRecords, readPage } from '#app/components/data-list/list-view.ts';
import { api } from '#app/lib/api-client.ts';
import { recordsKey } from '#app/lib/query-client.ts';
import type { TicketCard } from '#contract/conversation.ts';
import { ticketsSource } from '../tickets-list.tsx';

// Below the key of the list: what changes the list, in this tab or another, refreshes an open ticket too.
const ticketKey = (id: string) => [...recordsKey('tickets'), 'ticket', id];
const cardKey = (id: string) => [...ticketKey(id), 'card'];

export const portalSide: Side = { api: api.portal.tickets, ticketKey, cardKey, hasVersions: false };

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: cardKey(id),
    queryFn: ({ signal }): Promise<TicketCard> => api.portal.tickets.detail.$get({ query: { id } }, { signal }),
  });

/** The newest that contain the number. */
const maxMatches = 100;

/** For links with the number of a ticket: its id, or null. */
export const ticketIdQuery = (number: string) =>
  queryOptions({
    queryKey: [...recordsKey('tickets'), 'number', number],
    queryFn: async ({ signal }) => {
      const { items } = await readPage(ticketsSource, { ...allRecords, q: number }, { limit: maxMatches }, signal);
      return (
        items.find((ticket) =>
          [ticket.ticketNumber, `#${ticket.shortNumber}`, `${ticket.shortNumber}`].includes(number),
        )?.id ?? null
      );
    },
  });
