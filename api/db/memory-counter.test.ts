import { expect, test } from 'vitest';
import { createMemoryCounter } from './memory-counter.ts';

test('a key is counted until its window ends', () => {
  let now = 0;
  const counter = createMemoryCounter({ now: () => now });
  for (let at = 0; at < 3; at += 1) counter.add('one', 60);
  expect([counter.retryAfter('one', 4), counter.retryAfter('one', 3), counter.retryAfter('other', 1)]).toEqual([
    0, 60, 0,
  ]);
  now = 59_000;
  expect(counter.retryAfter('one', 3)).toBe(1);
  now = 60_000;
  expect(counter.retryAfter('one', 1)).toBe(0);
  counter.add('one', 60);
  expect([counter.retryAfter('one', 1), counter.retryAfter('one', 2)]).toEqual([60, 0]);
});

test('subtracting undoes a count, and never goes below zero', () => {
  const counter = createMemoryCounter({ now: () => 0 });
  counter.add('one', 60);
  for (let at = 0; at < 3; at += 1) counter.subtract('one');
  counter.subtract('other');
  counter.add('one', 60);
  expect([counter.retryAfter('one', 1), counter.retryAfter('one', 2)]).toEqual([60, 0]);
});

test('evicts the least recently used keys', () => {
  const counter = createMemoryCounter({ maxKeys: 100, now: () => 0 });
  counter.add('busy', 60);
  for (let at = 0; at < 5_000; at += 1) {
    counter.add(`key ${at}`, 60);
    counter.add('busy', 60);
  }
  expect(counter.size).toBe(100);
  expect(counter.retryAfter('busy', 5_001)).toBe(60);
  expect([counter.retryAfter('key 4999', 1), counter.retryAfter('key 1', 1)]).toEqual([60, 0]);
});
