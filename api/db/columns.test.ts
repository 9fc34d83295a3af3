import { expect, expectTypeOf, test } from 'vitest';
import { columns, flag, integer, listOf, nullable, oneOf, text, texts } from './columns.ts';

const member = columns({
  userId: text('user_id'),
  roles: listOf('roles', ['owner', 'billing']),
  state: oneOf('state', ['open', 'closed']),
  tags: texts('tags'),
  isYou: flag('user_id = app_user_id()'),
  count: integer('count(*)::integer'),
  lastSeenAt: nullable(text('last_seen_at')),
});
const row: unknown[] = ['u1', ['owner'], 'open', [], true, 3, null];

test('the select list and the object have the same columns in the same order', () => {
  expect(member.sql).toBe('user_id, roles, state, tags, user_id = app_user_id(), count(*)::integer, last_seen_at');
  const read = member.read(row);
  expect(read).toEqual({
    userId: 'u1',
    roles: ['owner'],
    state: 'open',
    tags: [],
    isYou: true,
    count: 3,
    lastSeenAt: null,
  });
  expectTypeOf(read).toEqualTypeOf<{
    userId: string;
    roles: ('owner' | 'billing')[];
    state: 'open' | 'closed';
    tags: string[];
    isYou: boolean;
    count: number;
    lastSeenAt: string | null;
  }>();
});

test.each(row.map((_, at) => at))('a value of another type in column %i is an error', (at) => {
  expect(() => member.read(row.with(at, {}))).toThrow(TypeError);
});

test('a missing column and a null are errors, unless it may be null', () => {
  expect(() => member.read(row.slice(0, -1))).toThrow('last_seen_at');
  expect(() => member.read(row.with(0, null))).toThrow('user_id');
});

test('no rows are no items', () => {
  expect(member.all(undefined)).toEqual([]);
  expect(member.first([])).toBeUndefined();
  expect(member.first([row])?.userId).toBe('u1');
});
