import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import type { DeskReplied, DeskThreadItem } from '#contract/desk-conversation.ts';
import { filesKey, ticketKey, ticketQuery } from '../ticket-query.ts';

export interface Thread {
  items: DeskThreadItem[];
  /** Of the page before the first item; null at the beginning. */
  olderCursor: string | null;
  /** Of the ticket, up to which the conversation is shown: a reply names it. */
  version: number;
}

// Below the ticket's key: whatever refreshes the ticket refreshes its conversation.
const threadKey = (id: string) => [...ticketKey(id), 'thread'] as const;
const pollingMs = 60_000;

/** The newest page at first; after that, each time what came since. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const known = client.getQueryData<Thread>(threadKey(id));
      if (known === undefined) {
        // The version first: the conversation may be newer than it, never older.
        const { version } = await client.ensureQueryData(ticketQuery(id));
        return { ...(await readNewest(id, signal)), version };
      }
      const ticket = await api.desk.ticket.$get({ query: { id } }, { signal });
      const newer = await readNewer(id, known.items.at(-1)?.position ?? 0, signal);
      client.setQueryData(ticketKey(id), ticket);
      if (newer?.length !== 0) void client.invalidateQueries({ queryKey: filesKey(id) });
      if (newer === undefined) return { ...(await readNewest(id, signal)), version: ticket.version };
      // Earlier messages or a reply may have been added meanwhile.
      const { items, olderCursor, version } = client.getQueryData<Thread>(threadKey(id)) ?? known;
      return { items: addItems(items, newer), olderCursor, version: Math.max(version, ticket.version) };
    },
    staleTime: 0,
    refetchInterval: pollingMs,
  });

async function readNewest(id: string, signal: AbortSignal) {
  const { items, olderCursor } = await api.desk.ticket.thread.$get({ query: { id } }, { signal });
  return { items, olderCursor };
}

/** Undefined if more notes than a page follow one item: there is nothing that could be named to continue after them. */
async function readNewer(id: string, position: number, signal: AbortSignal): Promise<DeskThreadItem[] | undefined> {
  const found: DeskThreadItem[] = [];
  for (let after = position; ;) {
    const { items, hasNewer } = await api.desk.ticket.thread.$get({ query: { id, after: String(after) } }, { signal });
    found.push(...items);
    const last = items.at(-1);
    if (!hasNewer || last === undefined) return found;
    if (last.position <= after) return undefined;
    after = last.position;
  }
}

/** Notes follow the item whose position they have. */
const rank = ({ kind }: DeskThreadItem) => (kind === 'note' ? 1 : 0);

/** In order and without those that are known: the notes after a version are sent again. */
export function addItems(items: readonly DeskThreadItem[], newer: readonly DeskThreadItem[]): DeskThreadItem[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...newer.filter(({ id }) => !known.has(id))].toSorted(
    (one, other) =>
      one.position - other.position ||
      rank(one) - rank(other) ||
      Date.parse(one.createdAt) - Date.parse(other.createdAt),
  );
}

/** Adds the page before the first item. Returns the id of its first item. */
export async function loadEarlier(client: QueryClient, id: string, cursor: string): Promise<string | undefined> {
  const earlier = await api.desk.ticket.thread.$get({ query: { id, cursor } });
  client.setQueryData<Thread>(threadKey(id), (thread) =>
    thread?.olderCursor === cursor
      ? { ...thread, items: addItems(earlier.items, thread.items), olderCursor: earlier.olderCursor }
      : thread,
  );
  return earlier.items[0]?.id;
}

/** What a reply or a conflict returns, shown before the ticket is read again. */
export const showItems = (client: QueryClient, { ticket, items }: DeskReplied) =>
  client.setQueryData<Thread>(
    threadKey(ticket.id),
    (thread) => thread && { ...thread, items: addItems(thread.items, items), version: ticket.version },
  );
