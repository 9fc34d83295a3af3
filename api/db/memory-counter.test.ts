import { expect, test } from 'vitest';
import { createMemoryCounter } from './memory-counter.ts';

test('a key is counted until its window ends', () => {
  let now = 0;
  const counter = createMemoryCounter({ now: () => now });
  for (let at = 0; at < 3; at += 1) counter.add('one', 60);
  expect([counter.waitAt('one', 4), counter.waitAt('one', 3), counter.waitAt('other', 1)]).toEqual([0, 60, 0]);
  now = 59_000;
  expect(counter.waitAt('one', 3)).toBe(1);
  now = 60_000;
  expect(counter.waitAt('one', 1)).toBe(0);
  counter.add('one', 60);
  expect([counter.waitAt('one', 1), counter.waitAt('one', 2)]).toEqual([60, 0]);
});

test('what is subtracted was never counted, and there is no less than none', () => {
  const counter = createMemoryCounter({ now: () => 0 });
  counter.add('one', 60);
  for (let at = 0; at < 3; at += 1) counter.subtract('one');
  counter.subtract('other');
  counter.add('one', 60);
  expect([counter.waitAt('one', 1), counter.waitAt('one', 2)]).toEqual([60, 0]);
});

test('however many keys there are, the newest are kept', () => {
  const counter = createMemoryCounter({ maxKeys: 100, now: () => 0 });
  counter.add('busy', 60);
  for (let at = 0; at < 5_000; at += 1) {
    counter.add(`key ${at}`, 60);
    counter.add('busy', 60);
  }
  expect(counter.size).toBe(100);
  expect(counter.waitAt('busy', 5_001)).toBe(60);
  expect([counter.waitAt('key 4999', 1), counter.waitAt('key 1', 1)]).toEqual([60, 0]);
});
