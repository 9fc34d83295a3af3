import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { allRecords, readPage } from '#app/components/data-list/list-view.ts';
import { api } from '#app/lib/api-client.ts';
import { recordsKey } from '#app/lib/query-client.ts';
import type { ThreadItem, TicketCard } from '#contract/conversation.ts';
import { tickets } from '../tickets-list.tsx';

// Below the key of the list: what changes the list, in this tab or another, refreshes an open ticket too.
const ticketKey = (id: string) => [...recordsKey('tickets'), 'ticket', id] as const;
const cardKey = (id: string) => [...ticketKey(id), 'card'] as const;
const threadKey = (id: string) => [...ticketKey(id), 'thread'] as const;

const filesKey = (id: string) => [...ticketKey(id), 'files'] as const;

const pollingMs = 60_000;
const scanPollingMs = 5000;

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: cardKey(id),
    queryFn: ({ signal }) => api.portal.ticket.$get({ query: { id } }, { signal }),
  });

export interface Thread {
  items: ThreadItem[];
  /** Of the page before the first item; null at the beginning. */
  olderCursor: string | null;
}

/** The newest page at first; after that, each time what came since. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const known = client.getQueryData<Thread>(threadKey(id));
      if (known === undefined) {
        const { items, olderCursor } = await api.portal.ticket.thread.$get({ query: { id } }, { signal });
        return { items, olderCursor };
      }
      const newer = await readNewer(id, known.items.at(-1)?.position ?? 0, signal);
      // Everything that changes the ticket leaves a message or an event.
      if (newer.length > 0)
        for (const queryKey of [cardKey(id), filesKey(id)]) void client.invalidateQueries({ queryKey });
      // Earlier messages may have been added meanwhile.
      const { items, olderCursor } = client.getQueryData<Thread>(threadKey(id)) ?? known;
      return { items: [...items, ...newer], olderCursor };
    },
    staleTime: 0,
    refetchInterval: pollingMs,
  });

async function readNewer(id: string, position: number, signal: AbortSignal): Promise<ThreadItem[]> {
  const found: ThreadItem[] = [];
  for (let after = position; ;) {
    const { items, hasNewer } = await api.portal.ticket.thread.$get(
      { query: { id, after: String(after) } },
      { signal },
    );
    found.push(...items);
    const last = items.at(-1);
    if (!hasNewer || last === undefined) return found;
    after = last.position;
  }
}

export const filesQuery = (id: string) =>
  queryOptions({
    queryKey: filesKey(id),
    queryFn: async ({ signal }) => (await api.portal.ticket.files.$get({ query: { id } }, { signal })).files,
    // Until the scanner has seen all of them.
    refetchInterval: ({ state }) => state.data?.some((file) => file.state === 'pending') === true && scanPollingMs,
  });

/** Adds the page before the first item. Returns the id of its first item. */
export async function loadEarlier(client: QueryClient, id: string, cursor: string): Promise<string | undefined> {
  const earlier = await api.portal.ticket.thread.$get({ query: { id, cursor } });
  client.setQueryData<Thread>(threadKey(id), (thread) =>
    thread?.olderCursor === cursor
      ? { items: [...earlier.items, ...thread.items], olderCursor: earlier.olderCursor }
      : thread,
  );
  return earlier.items[0]?.id;
}

/** Reads a ticket again, with what was added to its conversation: whoever learns that it has changed calls this. */
export const refreshThread = (client: QueryClient, id: string) => client.invalidateQueries({ queryKey: ticketKey(id) });

/** What a change has returned, shown before the ticket is read again. */
export const showCard = (client: QueryClient, card: TicketCard) => client.setQueryData(cardKey(card.id), card);

// A ticket number is a timestamp: more matches than this are not possible.
const maxMatches = 100;

/** For links with the number of a ticket: its id, or null. */
export const ticketIdQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: [...recordsKey('tickets'), 'number', ticketNumber],
    queryFn: async ({ signal }) => {
      const { items } = await readPage(tickets, { ...allRecords, q: ticketNumber }, { limit: maxMatches }, signal);
      return items.find((ticket) => ticket.ticketNumber === ticketNumber)?.id ?? null;
    },
  });
