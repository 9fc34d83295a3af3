import { expect, test } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

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
