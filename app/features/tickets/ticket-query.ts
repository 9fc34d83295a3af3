import { queryOptions } from '@tanstack/react-query';
import { allRecords } from '#app/components/data-list/list-view.ts';
import { readPage } from '#app/components/data-list/read-records.ts';
import { recordsKey } from '#app/components/data-list/records-query.ts';
import type { Ticket } from '#contract/tickets.ts';
import { tickets } from './tickets-list.tsx';

// More tickets than this cannot have one number in them: it is a timestamp.
const mostFound = 100;

/** The ticket of this number, or null: the list is searched for it, as the server has no path for one ticket. */
export const ticketQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: [...recordsKey('tickets'), 'ticket', ticketNumber],
    queryFn: async ({ signal }) => {
      const view = { ...allRecords, q: ticketNumber };
      const { items } = await readPage<Ticket>(tickets, view, { limit: mostFound }, signal);
      return items.find((ticket) => ticket.ticketNumber === ticketNumber) ?? null;
    },
  });
