import { expect, test } from 'vitest';
import { invalidCursor } from '#api/lib/errors.ts';
import { type Order, readCursor, writeCursor } from './cursor.ts';
import { byId, key } from './query.ts';

const id = '0b7e1c1e-6f0f-4b58-9d2e-000000000001';
const order: Order = {
  list: 'invoices',
  sort: 'createdAt',
  direction: 'desc',
  keys: [key('created_at', 'timestamptz'), byId],
};
const at = '2025-01-05 09:30:00.123456+00';

test('a cursor round-trips, to the microsecond', () => {
  expect(readCursor(writeCursor(order, [at, id]), order)).toEqual([at, id]);
});

test.each<[string, Partial<Order>]>([
  ['list', { list: 'payments' }],
  ['sort', { sort: 'amount' }],
  ['direction', { direction: 'asc' }],
  ['number of keys', { keys: [byId] }],
])('a cursor with another %s is rejected', (_what, change) => {
  expect(() => readCursor(writeCursor({ ...order, ...change }, [at, id]), { ...order, keys: order.keys })).not.toThrow(
    TypeError,
  );
  expect(() => readCursor(writeCursor(order, [at, id]), { ...order, ...change })).toThrow(invalidCursor);
});

test.each([
  '',
  'x',
  '%%%',
  'bnVsbA',
  'e30',
  'WzEsMl0',
  writeCursor(order, [at, 5]),
  writeCursor(order, [at, null]),
  writeCursor(order, ["1' OR 1=1", id]),
])('an invalid cursor is rejected: %j', (cursor) => {
  expect(() => readCursor(cursor, order)).toThrow(invalidCursor);
});
