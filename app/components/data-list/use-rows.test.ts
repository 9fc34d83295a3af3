import { expect, test } from 'vitest';
import type { PageRequest } from './list-view.ts';
import { RowPages, pageSize } from './use-rows.ts';

const { signal } = new AbortController();

/** A server that, like ours, only knows the rows after a cursor, and records the requests. */
function listOf(length: number) {
  let rows = Array.from({ length }, (_, at) => at);
  const requests: PageRequest[] = [];
  const pages = new RowPages<number>((request) => {
    requests.push(request);
    const ordered = request.isReversed ? rows.toReversed() : rows;
    const start =
      (request.cursor === undefined ? 0 : ordered.indexOf(Number(request.cursor)) + 1) + (request.skip ?? 0);
    const items = ordered.slice(start, start + request.limit);
    const hasMore = start + request.limit < ordered.length;
    return Promise.resolve({
      items,
      nextCursor: hasMore ? String(items.at(-1)) : null,
      total: request.isCounted ? rows.length : null,
    });
  });
  return { pages, requests, add: (row: number) => (rows = [row, ...rows]) };
}

const pageOf = (index: number, length: number) =>
  Array.from({ length: Math.min(pageSize, length - index * pageSize) }, (_, at) => index * pageSize + at);

test('the first page comes with the total', async () => {
  const { pages } = listOf(250);
  expect(await pages.readFirst(signal)).toEqual({ items: pageOf(0, 250), total: 250, hasChanged: false });
});

test('scrolling costs one request per page', async () => {
  const { pages, requests } = listOf(100_000);
  await pages.readFirst(signal);
  for (const index of [1, 2, 3]) expect(await pages.read(index, signal)).toEqual(pageOf(index, 100_000));
  expect(requests).toHaveLength(4);
});

test('a visited page is read again in one request', async () => {
  const { pages, requests } = listOf(100_000);
  await pages.readFirst(signal);
  for (const index of [1, 2, 3]) await pages.read(index, signal);
  requests.length = 0;
  expect(await pages.read(2, signal)).toEqual(pageOf(2, 100_000));
  expect(requests).toHaveLength(1);
});

test('the last page and the pages before it take one request each', async () => {
  const { pages, requests } = listOf(100_030);
  await pages.readFirst(signal);
  for (const index of [1000, 999, 998]) expect(await pages.read(index, signal)).toEqual(pageOf(index, 100_030));
  expect(requests).toHaveLength(4);
});

test('an unvisited page is read from the nearest known cursor', async () => {
  const { pages, requests } = listOf(10_050);
  await pages.readFirst(signal);
  for (const index of [43, 60, 95, 44, 94, 59]) expect(await pages.read(index, signal)).toEqual(pageOf(index, 10_050));
  expect(requests).toHaveLength(7);
  // From the start, on from 44, back from the end; then the page after 43, the one before 95, and on from 45.
  expect(requests.slice(1).map(({ skip, isReversed }) => [skip, isReversed === true])).toEqual([
    [4200, false],
    [1600, false],
    [450, true],
    [0, false],
    [0, true],
    [1400, false],
  ]);
});

test('a changed list is detected by its first page and its cursors are dropped', async () => {
  const { pages, add } = listOf(250);
  await pages.readFirst(signal);
  await pages.read(1, signal);
  expect((await pages.readFirst(signal)).hasChanged).toBe(false);
  add(-1);
  expect((await pages.readFirst(signal)).hasChanged).toBe(true);
  expect((await pages.read(1, signal))[0]).toBe(99);
});

test('an empty list and a list of one page have no other page', async () => {
  for (const length of [0, 1, pageSize]) {
    const { pages } = listOf(length);
    expect(await pages.readFirst(signal)).toMatchObject({ total: length, items: pageOf(0, length) });
  }
});

test('pages read forwards and backwards meet without gap or overlap', async () => {
  const { pages } = listOf(150);
  await pages.readFirst(signal);
  expect(await pages.read(1, signal)).toEqual(pageOf(1, 150));
});
