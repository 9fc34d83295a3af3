import { expect, test } from 'vitest';
import { rowHeight } from './row-layout.ts';

const cells = (...slots: ('title' | 'badge' | 'half' | 'wide')[]) => slots.map((cardSlot) => ({ cardSlot }));

test('table rows have one height', () => {
  expect(rowHeight(cells('title'), 'table')).toBe(rowHeight(cells('title', 'wide', 'half'), 'table'));
});

test('a card grows by a line for every two cells on a phone, and every four on a tablet', () => {
  const invoice = cells('title', 'badge', 'half', 'half', 'wide');
  expect(rowHeight(invoice, 2) - rowHeight(cells('title', 'badge'), 2)).toBe(6);
  expect(rowHeight(invoice, 4) - rowHeight(cells('title', 'badge'), 4)).toBe(3);
  expect(rowHeight(cells('title', 'half'), 2)).toBe(rowHeight(cells('title', 'half', 'half'), 2));
});

test('only cards have room for the second line of a name', () => {
  const named = [{ cardSlot: 'title' as const, isName: true }];
  expect(rowHeight(named, 2) - rowHeight(cells('title'), 2)).toBe(0.75);
  expect(rowHeight([{ cardSlot: 'wide', isName: true }], 4) - rowHeight(cells('wide'), 4)).toBe(1.25);
  expect(rowHeight(named, 'table')).toBe(rowHeight(cells('title'), 'table'));
});
