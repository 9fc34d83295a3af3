import { expect, test } from 'vitest';
import { createMemoryCounter, createSlots, createTokenBucket } from './memory-limits.ts';

/** How many of `count` requests at one moment get a token. */
const consumed = (count: number, consume: () => number) =>
  Array.from({ length: count }, consume).filter((wait) => wait === 0).length;

test('a bucket allows a burst, then the average rate', () => {
  let now = 1_000;
  const bucket = createTokenBucket({ perSecond: 10, burst: 50, now: () => now });
  const consume = () => bucket.consume('key');
  expect(consumed(100, consume)).toBe(50);
  now += 1_000;
  expect(consumed(100, consume)).toBe(10);
  now += 60_000;
  expect(consumed(100, consume)).toBe(50);
});

test('each key has its own bucket, and an empty one says how long to wait', () => {
  const bucket = createTokenBucket({ perSecond: 2, burst: 1, now: () => 0 });
  expect(bucket.consume('one')).toBe(0);
  expect(bucket.consume('one')).toBe(0.5);
  expect(bucket.consume('other')).toBe(0);
});

test('full buckets are dropped when there are many, others are kept', () => {
  let now = 0;
  const bucket = createTokenBucket({ perSecond: 1, burst: 2, now: () => now });
  for (let key = 0; key < 9_999; key += 1) bucket.consume(String(key));
  now += 10_000;
  expect(consumed(3, () => bucket.consume('empty'))).toBe(2);
  bucket.consume('one more');
  expect(bucket.consume('empty')).toBe(1);
});

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

test('slots are limited per key and in all, and given back', () => {
  const take = createSlots({ perKey: 2, total: 3 });
  const first = take('one');
  take('one');
  expect(take('one')).toBe('key_limit');
  take('two');
  expect(take('three')).toBe('total_limit');
  if (typeof first === 'function') first();
  expect(take('three')).toBeTypeOf('function');
  expect(take('four')).toBe('total_limit');
});
