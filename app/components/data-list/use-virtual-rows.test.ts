import { expect, test } from 'vitest';
import { rowHeight, rowRange } from './use-virtual-rows.ts';

const windowHeight = 900;
const height = 52;

test('a list below the viewport still renders rows', () => {
  expect(rowRange({ top: 400, height, windowHeight })).toEqual({ first: 0, last: 40 });
});

test('the range contains the visible rows with a margin on both sides', () => {
  for (const scrolled of [0, 51, 52, 1000, 12_345, 5_200_000]) {
    const { first, last } = rowRange({ top: -scrolled, height, windowHeight });
    expect(first).toBeLessThanOrEqual(Math.max(0, Math.floor(scrolled / height) - 9));
    expect(last).toBeGreaterThanOrEqual(Math.ceil((scrolled + windowHeight) / height) + 9);
  }
});

test('the range has the same length at every scroll position', () => {
  const lengths = [5000, 50_000, 5_000_000].map((scrolled) => {
    const { first, last } = rowRange({ top: -scrolled, height, windowHeight });
    return last - first;
  });
  expect(new Set(lengths).size).toBe(1);
  expect(lengths[0]).toBeLessThanOrEqual(60);
});

const cells = (...slots: ('title' | 'badge' | 'half' | 'short' | 'wide' | 'line')[]) =>
  slots.map((cardSlot) => ({ cardSlot }));

test('table rows have one height', () => {
  expect(rowHeight(cells('title'), 'table')).toBe(rowHeight(cells('title', 'wide', 'half'), 'table'));
});

test('unless a cell has a second line there too', () => {
  const lined = [{ cardSlot: 'wide' as const, hasSecondLine: true }];
  expect(rowHeight(lined, 'table')).toBeGreaterThan(rowHeight(cells('wide'), 'table'));
  expect(rowHeight(lined, 2)).toBe(rowHeight(cells('wide'), 2));
});

test('a card grows by a line for every two cells on a phone, and every four on a tablet', () => {
  const invoice = cells('title', 'badge', 'half', 'half', 'wide');
  expect(rowHeight(invoice, 2) - rowHeight(cells('title', 'badge'), 2)).toBe(6);
  expect(rowHeight(invoice, 4) - rowHeight(cells('title', 'badge'), 4)).toBe(3);
  expect(rowHeight(cells('title', 'half'), 2)).toBe(rowHeight(cells('title', 'half', 'half'), 2));
});

test('a line is lower than a cell on a phone, and two cells on a tablet', () => {
  expect(rowHeight(cells('title', 'line'), 2) - rowHeight(cells('title'), 2)).toBe(1.5);
  expect(rowHeight(cells('title', 'half', 'half', 'line'), 4)).toBe(rowHeight(cells('title', 'half'), 4));
});

test('two short cells share a line that is lower than one with labels, and are halves on a tablet', () => {
  const short = cells('title', 'short', 'short', 'short');
  expect(rowHeight(short, 2) - rowHeight(cells('title'), 2)).toBe(3.5);
  expect(rowHeight(short, 4)).toBe(rowHeight(cells('title', 'half'), 4));
});

test('only cards have room for the second line of a name', () => {
  const named = [{ cardSlot: 'title' as const, isName: true }];
  expect(rowHeight(named, 2) - rowHeight(cells('title'), 2)).toBe(0.75);
  expect(rowHeight([{ cardSlot: 'wide', isName: true }], 4) - rowHeight(cells('wide'), 4)).toBe(0.75);
  expect(rowHeight(named, 'table')).toBe(rowHeight(cells('title'), 'table'));
  const titled = [{ cardSlot: 'title' as const, isName: true, hasSubtitle: true }];
  expect(rowHeight(titled, 4) - rowHeight(named, 4)).toBe(0.75);
});
