import { expect, test } from 'vitest';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { addItems } from './thread-query.ts';

const author = { kind: 'staff' as const, name: 'Jade', isYou: false };
const item = (id: string, position: number, minute = 0): DeskThreadItem => ({
  id,
  position,
  createdAt: `2026-11-16T09:${String(minute).padStart(2, '0')}:00Z`,
  author,
  kind: 'message',
  body: id,
  source: 'desk',
});
const note = (id: string, position: number, minute: number): DeskThreadItem => ({
  id,
  position,
  createdAt: item(id, position, minute).createdAt,
  author,
  kind: 'note',
  body: id,
});
const idsOf = (items: DeskThreadItem[]) => items.map(({ id }) => id);

test('notes that are sent again are shown once, after the message whose position they have', () => {
  const known = [item('a', 2), note('n', 2, 5)];
  expect(idsOf(addItems(known, [note('n', 2, 5), note('m', 2, 7), item('b', 3)]))).toEqual(['a', 'n', 'm', 'b']);
});

test('an order of arrival that is not the order of the conversation is corrected', () => {
  expect(idsOf(addItems([item('a', 2), item('c', 4)], [note('n', 2, 9), item('b', 3)]))).toEqual(['a', 'n', 'b', 'c']);
  expect(idsOf(addItems([], []))).toEqual([]);
});
