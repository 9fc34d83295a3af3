import { queryOptions } from '@tanstack/react-query';
import { allRecords } from '#app/components/data-list/list-view.ts';
import { readPage } from '#app/components/data-list/read-records.ts';
import { recordsKey } from '#app/components/data-list/records-query.ts';
import { tickets } from './tickets-list.tsx';

// A ticket number is a timestamp: more matches than this are not possible.
const mostFound = 100;

/** Finds a ticket by its number in the list, as the API has no route for a single ticket. */
export const ticketQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: [...recordsKey('tickets'), 'ticket', ticketNumber],
    queryFn: async ({ signal }) => {
      const view = { ...allRecords, q: ticketNumber };
      const { items } = await readPage(tickets, view, { limit: mostFound }, signal);
      return items.find((ticket) => ticket.ticketNumber === ticketNumber) ?? null;
    },
  });
