import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isApiError } from '#app/lib/api-client.ts';
import type { Item, Side } from './side.ts';

export interface Thread {
  items: Item[];
  /** The cursor of the page before the first item; null at the beginning. */
  olderCursor: string | null;
  /** The ticket's version up to which the conversation is shown; 0 where there are none. */
  version: number;
}

// Below the ticket's key: what refreshes the ticket, in this tab or another, refreshes its conversation too.
const threadKey = (side: Side, id: string) => [...side.ticketKey(id), 'thread'];
const filesKey = (side: Side, id: string) => [...side.ticketKey(id), 'files'];

const pollingMs = 60_000;
const scanPollingMs = 5000;

/** The newest page at first; after that, each time what came since. */
export const threadQuery = (side: Side, id: string) =>
  queryOptions({
    queryKey: threadKey(side, id),
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const known = client.getQueryData<Thread>(threadKey(side, id));
      const readPage = (query: { after?: string }) => side.api.thread.$get({ query: { id, ...query } }, { signal });
      const readNewest = async () => {
        const { items, olderCursor } = await readPage({});
        return { items, olderCursor, version };
      };
      // The version first: the conversation may be newer than it, never older.
      const version = side.hasVersions ? await readVersion(client, side, id, known === undefined) : 0;
      if (known === undefined) return readNewest();
      const newer = await readNewer(readPage, known.items.at(-1)?.position ?? 0);
      // Everything that changes the ticket leaves a message or an event.
      if (newer?.length !== 0) {
        void client.invalidateQueries({ queryKey: filesKey(side, id) });
        if (!side.hasVersions) void client.invalidateQueries({ queryKey: side.cardKey(id) });
      }
      if (newer === undefined) return readNewest();
      // Earlier messages or a reply may have been added meanwhile.
      const current = client.getQueryData<Thread>(threadKey(side, id)) ?? known;
      return { ...current, items: addItems(current.items, newer), version: Math.max(current.version, version) };
    },
    staleTime: 0,
    // A ticket that the reader may not see does not appear by asking again.
    refetchInterval: ({ state }) => !isApiError(state.error, 'not_found') && pollingMs,
  });

async function readVersion(client: QueryClient, side: Side, id: string, isFirst: boolean): Promise<number> {
  const known = client.getQueryData<{ version: number }>(side.cardKey(id));
  if (isFirst && known !== undefined) return known.version;
  const ticket = await side.api.detail.$get({ query: { id } });
  client.setQueryData(side.cardKey(id), ticket);
  return ticket.version;
}

type ReadPage = (query: { after: string }) => Promise<{ items: Item[]; hasNewer: boolean }>;

/** Undefined if more notes than a page follow one item: there is nothing that could be named to continue after them. */
async function readNewer(readPage: ReadPage, position: number): Promise<Item[] | undefined> {
  const found: Item[] = [];
  for (let after = position; ;) {
    const { items, hasNewer } = await readPage({ after: String(after) });
    found.push(...items);
    const last = items.at(-1);
    if (!hasNewer || last === undefined) return found;
    if (last.position <= after) return undefined;
    after = last.position;
  }
}

/** Notes follow the item whose position they have. */
const rank = ({ kind }: Item) => (kind === 'note' ? 1 : 0);

/** Whether an event says that staff withdrew this message. */
const isWithdrawn = (items: readonly Item[], id: string) =>
  items.some((item) => item.kind === 'event' && item.details.messageId === id);

const withdraw = (message: Extract<Item, { kind: 'message' }>) => ({
  ...message,
  body: '',
  isWithdrawn: true as const,
});

/** In order and without those that are known: the notes after a version are sent again. */
export function addItems(items: readonly Item[], newer: readonly Item[]): Item[] {
  const known = new Set(items.map(({ id }) => id));
  const all = [...items, ...newer.filter(({ id }) => !known.has(id))];
  return all
    .map((item) => (item.kind === 'message' && isWithdrawn(newer, item.id) ? withdraw(item) : item))
    .toSorted(
      (one, other) =>
        one.position - other.position ||
        rank(one) - rank(other) ||
        Date.parse(one.createdAt) - Date.parse(other.createdAt),
    );
}

/** Adds the page before the first item. Returns the id of its first item. */
export async function loadEarlier(client: QueryClient, side: Side, id: string, cursor: string) {
  const earlier = await side.api.thread.$get({ query: { id, cursor } });
  client.setQueryData<Thread>(threadKey(side, id), (thread) =>
    thread?.olderCursor === cursor
      ? { ...thread, items: addItems(earlier.items, thread.items), olderCursor: earlier.olderCursor }
      : thread,
  );
  return earlier.items[0]?.id;
}

/** What a reply or a conflict returns, shown before the ticket is read again. */
export const showItems = (
  client: QueryClient,
  side: Side,
  id: string,
  { items, version }: Omit<Thread, 'olderCursor'>,
) =>
  client.setQueryData<Thread>(
    threadKey(side, id),
    (thread) => thread && { ...thread, items: addItems(thread.items, items), version },
  );

/** Reads a ticket again, with what was added to its conversation. */
export const refreshTicket = (client: QueryClient, side: Side, id: string) =>
  client.invalidateQueries({ queryKey: side.ticketKey(id) });

export const filesQuery = (side: Side, id: string) =>
  queryOptions({
    queryKey: filesKey(side, id),
    queryFn: async ({ signal }) => (await side.api.files.$get({ query: { id } }, { signal })).files,
    // Until the scanner has seen all of them.
    refetchInterval: ({ state }) => state.data?.some((file) => file.state === 'pending') === true && scanPollingMs,
  });
