import { expect, test } from 'vitest';
import { nextSort, readQueueView } from './queue-view.ts';

const me = '0b7e1c1e-6f0f-4b58-9d2e-000000000001';
const read = (search: string, staff: string[] | undefined = [me]) => readQueueView(new URLSearchParams(search), staff);

test('a view is read from the URL', () => {
  expect(read('')).toMatchObject({ scope: 'active', sort: undefined, query: { active: 'true' }, isFiltered: false });
  expect(read('scope=mine&q=%20a%20')).toMatchObject({
    query: { active: 'true', assignee: 'me', q: 'a' },
    isFiltered: true,
  });
  expect(read(`scope=all&assignee=${me}&sort=customer&direction=desc&view=x`)).toMatchObject({
    query: { assignee: me },
    sort: 'customer',
    direction: 'desc',
    stale: [],
  });
});

test('what is obsolete in a saved view is named, and the rest applies', () => {
  expect(read('scope=vip&sort=mood&assignee=gone&colour=red&priority=high')).toMatchObject({
    scope: 'active',
    query: { active: 'true', priority: 'high' },
    stale: ['colour', 'scope', 'sort', 'assignee'],
  });
  // Nobody is missing before the staff are known.
  expect(read(`assignee=${me}`, undefined).stale).toEqual([]);
});

test('a column is sorted, reversed and back; the last message from the newest', () => {
  const after = (search: string, column: string) => nextSort(read(search), column);
  expect(after('', 'customer')).toEqual({ sort: 'customer', direction: undefined });
  expect(after('sort=customer', 'customer')).toEqual({ sort: 'customer', direction: 'desc' });
  expect(after('sort=customer&direction=desc', 'customer')).toEqual({ sort: undefined, direction: undefined });
  expect(after('', 'activity')).toEqual({ sort: 'activity', direction: 'desc' });
  expect(after('sort=activity&direction=desc', 'activity')).toEqual({ sort: 'activity', direction: undefined });
});
