import { expect, test } from 'vitest';
import { maxChangedTickets } from '#contract/limits.ts';
import { toggled } from './selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

test('a click chooses a row or lets it go; with Shift, all rows from the last one', () => {
  expect([...toggled(new Set(), ids, 'b')]).toEqual(['b']);
  expect([...toggled(new Set(['b']), ids, 'b')]).toEqual([]);
  expect([...toggled(new Set(['b']), ids, 'd', 'b')]).toEqual(['b', 'c', 'd']);
  expect([...toggled(new Set(['d']), ids, 'b', 'd')].toSorted()).toEqual(['b', 'c', 'd']);
  expect([...toggled(new Set(ids), ids, 'c', 'a')]).toEqual(['d', 'e']);
});

test('a row that has left the list cannot be an anchor, and a selection never exceeds what the API changes at once', () => {
  expect([...toggled(new Set(), ids, 'c', 'gone')]).toEqual(['c']);
  const many = Array.from({ length: maxChangedTickets + 10 }, (_, at) => `t${at}`);
  expect(toggled(new Set(['t0']), many, `t${maxChangedTickets + 5}`, 't0').size).toBe(maxChangedTickets);
});
