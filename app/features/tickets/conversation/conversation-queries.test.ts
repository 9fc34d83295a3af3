import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { cardQuery, loadEarlier, refreshThread, threadQuery } from './conversation-queries.ts';

const id = '7d3c1a52-8a53-4d9e-9b0e-0c7c3d1f2a11';
const item = (position: number) => ({ id: `item-${position}`, position });

afterEach(() => vi.unstubAllGlobals());

/** Answers requests with what `pages` says for their query, and remembers these. */
function serve(pages: Record<string, { items: number[]; olderCursor?: string; hasNewer?: boolean }>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    const query = url.replace(/^.*?\?id=[^&]*&?/, '');
    asked.push(query);
    const { items = [], olderCursor = null, hasNewer = false } = pages[query] ?? {};
    return Promise.resolve(Response.json({ items: items.map(item), olderCursor, hasNewer }));
  });
  return asked;
}

const positions = (client: QueryClient) =>
  client.getQueryData(threadQuery(id).queryKey)?.items.map(({ position }) => position);

test('the newest page is read first, then only what came after it', async () => {
  const client = new QueryClient();
  const asked = serve({
    '': { items: [71, 72] },
    'after=72': { items: [73, 74], hasNewer: true },
    'after=74': { items: [75] },
    'after=75': { items: [] },
  });
  await client.fetchQuery(threadQuery(id));
  expect(positions(client)).toEqual([71, 72]);
  await client.fetchQuery(threadQuery(id));
  expect(positions(client)).toEqual([71, 72, 73, 74, 75]);
  await client.fetchQuery(threadQuery(id));
  expect(asked).toEqual(['', 'after=72', 'after=74', 'after=75']);
});

test('a ticket without messages is read from its beginning', async () => {
  const client = new QueryClient();
  const asked = serve({ '': { items: [] }, 'after=0': { items: [2] } });
  await client.fetchQuery(threadQuery(id));
  await client.fetchQuery(threadQuery(id));
  expect([asked, positions(client)]).toEqual([['', 'after=0'], [2]]);
});

test('the ticket is read again when something new came, and not otherwise', async () => {
  const client = new QueryClient();
  serve({ '': { items: [2] }, 'after=2': { items: [3] } });
  client.setQueryData(cardQuery(id).queryKey, {} as never);
  const isOld = () => client.getQueryState(cardQuery(id).queryKey)?.isInvalidated;
  await client.fetchQuery(threadQuery(id));
  expect(isOld()).toBe(false);
  await client.fetchQuery(threadQuery(id));
  expect(isOld()).toBe(true);
  client.setQueryData(cardQuery(id).queryKey, {} as never);
  await client.fetchQuery(threadQuery(id));
  expect(isOld()).toBe(false);
  await refreshThread(client, id);
  expect(isOld()).toBe(true);
});

test('earlier messages come before, once, also while newer ones are read', async () => {
  const client = new QueryClient();
  serve({
    '': { items: [71], olderCursor: 'c1' },
    'cursor=c1': { items: [21, 22], olderCursor: 'c2' },
    'after=71': { items: [72] },
  });
  await client.fetchQuery(threadQuery(id));
  const newer = client.fetchQuery(threadQuery(id));
  const loaded = await Promise.all([loadEarlier(client, id, 'c1'), loadEarlier(client, id, 'c1')]);
  await newer;
  expect(loaded).toEqual(['item-21', 'item-21']);
  expect(positions(client)).toEqual([21, 22, 71, 72]);
  expect(client.getQueryData(threadQuery(id).queryKey)?.olderCursor).toBe('c2');
});
