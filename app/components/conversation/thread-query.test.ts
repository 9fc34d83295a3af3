import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#app/lib/api-client.ts';
import type { Item, Side } from './side.ts';
import { addItems, loadEarlier, refreshTicket, showItems, threadQuery } from './thread-query.ts';

const id = '7d3c1a52-8a53-4d9e-9b0e-0c7c3d1f2a11';
const item = (position: number) => ({ id: `item-${position}`, position });
const portal: Side = {
  api: api.portal.tickets,
  ticketKey: (ticket) => ['ticket', ticket],
  cardKey: (ticket) => ['ticket', ticket, 'card'],
  hasVersions: false,
};
const desk: Side = { ...portal, api: api.desk.tickets, hasVersions: true };

afterEach(() => vi.unstubAllGlobals());

/** Answers requests with what `pages` says for their query, and remembers these. */
function serve(pages: Record<string, { items: number[]; olderCursor?: string; hasNewer?: boolean }>, versions = [0]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('/detail?')) return Promise.resolve(Response.json({ version: versions.shift() }));
    const query = url.replace(/^.*?\?id=[^&]*&?/, '');
    asked.push(query);
    const { items = [], olderCursor = null, hasNewer = false } = pages[query] ?? {};
    return Promise.resolve(Response.json({ items: items.map(item), olderCursor, hasNewer }));
  });
  return asked;
}

const positions = (client: QueryClient) =>
  client.getQueryData(threadQuery(portal, id).queryKey)?.items.map(({ position }) => position);

test('the newest page is read first, then only what came after it', async () => {
  const client = new QueryClient();
  const asked = serve({
    '': { items: [71, 72] },
    'after=72': { items: [73, 74], hasNewer: true },
    'after=74': { items: [75] },
    'after=75': { items: [] },
  });
  await client.fetchQuery(threadQuery(portal, id));
  expect(positions(client)).toEqual([71, 72]);
  await client.fetchQuery(threadQuery(portal, id));
  expect(positions(client)).toEqual([71, 72, 73, 74, 75]);
  await client.fetchQuery(threadQuery(portal, id));
  expect(asked).toEqual(['', 'after=72', 'after=74', 'after=75']);
});

test('a ticket without messages is read from its beginning', async () => {
  const client = new QueryClient();
  const asked = serve({ '': { items: [] }, 'after=0': { items: [2] } });
  await client.fetchQuery(threadQuery(portal, id));
  await client.fetchQuery(threadQuery(portal, id));
  expect([asked, positions(client)]).toEqual([['', 'after=0'], [2]]);
});

test('the ticket is read again when something new came, and not otherwise', async () => {
  const client = new QueryClient();
  serve({ '': { items: [2] }, 'after=2': { items: [3] } });
  client.setQueryData(portal.cardKey(id), {});
  const isOld = () => client.getQueryState(portal.cardKey(id))?.isInvalidated;
  await client.fetchQuery(threadQuery(portal, id));
  expect(isOld()).toBe(false);
  await client.fetchQuery(threadQuery(portal, id));
  expect(isOld()).toBe(true);
  client.setQueryData(portal.cardKey(id), {});
  await client.fetchQuery(threadQuery(portal, id));
  expect(isOld()).toBe(false);
  await refreshTicket(client, portal, id);
  expect(isOld()).toBe(true);
});

test('earlier messages come before, once, also while newer ones are read', async () => {
  const client = new QueryClient();
  serve({
    '': { items: [71], olderCursor: 'c1' },
    'cursor=c1': { items: [21, 22], olderCursor: 'c2' },
    'after=71': { items: [72] },
  });
  await client.fetchQuery(threadQuery(portal, id));
  const newer = client.fetchQuery(threadQuery(portal, id));
  const loaded = await Promise.all([loadEarlier(client, portal, id, 'c1'), loadEarlier(client, portal, id, 'c1')]);
  await newer;
  expect(loaded).toEqual(['item-21', 'item-21']);
  expect(positions(client)).toEqual([21, 22, 71, 72]);
  expect(client.getQueryData(threadQuery(portal, id).queryKey)?.olderCursor).toBe('c2');
});

test('a ticket that is not found is not asked for again', async () => {
  const asked = vi.fn<typeof fetch>(() =>
    Promise.resolve(
      Response.json({ error: { code: 'not_found', message: 'There is no such ticket.' } }, { status: 404 }),
    ),
  );
  vi.stubGlobal('fetch', asked);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.useFakeTimers();
  const stop = new QueryObserver(client, threadQuery(portal, id)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  stop();
  vi.useRealTimers();
  expect(asked).toHaveBeenCalledTimes(1);
});

test('at the desk, the version is never newer than what is shown', async () => {
  const client = new QueryClient();
  serve({ '': { items: [2] }, 'after=2': { items: [3] }, 'after=3': { items: [] } }, [2, 3]);
  const { queryKey } = threadQuery(desk, id);
  const version = () => client.getQueryData(queryKey)?.version;
  await client.fetchQuery(threadQuery(desk, id));
  expect(version()).toBe(2);
  await client.fetchQuery(threadQuery(desk, id));
  expect([version(), positions(client)]).toEqual([3, [2, 3]]);
  expect(client.getQueryData(desk.cardKey(id))).toEqual({ version: 3 });
  showItems(client, desk, id, { items: [item(4) as Item], version: 4 });
  expect([version(), positions(client)]).toEqual([4, [2, 3, 4]]);
});

const author = { kind: 'staff' as const, name: 'Jade', isYou: false };
const message = (name: string, position: number, minute = 0): Item => ({
  id: name,
  position,
  createdAt: `2026-11-16T09:${String(minute).padStart(2, '0')}:00Z`,
  author,
  kind: 'message',
  body: name,
  source: 'desk',
});
const note = (name: string, position: number, minute: number): Item => ({
  id: name,
  position,
  createdAt: message(name, position, minute).createdAt,
  author,
  kind: 'note',
  mentions: [],
  body: name,
});
const idsOf = (items: Item[]) => items.map((one) => one.id);

test('notes that are sent again are shown once, after the message whose position they have', () => {
  const known = [message('a', 2), note('n', 2, 5)];
  expect(idsOf(addItems(known, [note('n', 2, 5), note('m', 2, 7), message('b', 3)]))).toEqual(['a', 'n', 'm', 'b']);
});

test('an order of arrival that is not the order of the conversation is corrected', () => {
  expect(idsOf(addItems([message('a', 2), message('c', 4)], [note('n', 2, 9), message('b', 3)]))).toEqual([
    'a',
    'n',
    'b',
    'c',
  ]);
  expect(idsOf(addItems([], []))).toEqual([]);
});
