import { expect, test } from 'vitest';
import { RateLimitError } from '#api/lib/errors.ts';
import { createRequestThrottle } from './request-throttle.ts';

/** How many of so many are taken at one moment. */
const takenOf = (count: number, take: () => void) => {
  let taken = 0;
  for (let at = 0; at < count; at += 1) {
    try {
      take();
      taken += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimitError);
    }
  }
  return taken;
};

test('a thousand at once, then so many a second', () => {
  let now = 5_000;
  const allowance = createRequestThrottle(20, () => now);
  const take = () => allowance.take('one');
  expect(takenOf(1_500, take)).toBe(1_000);
  now += 1_000;
  expect(takenOf(100, take)).toBe(20);
  now += 50_000;
  expect(takenOf(1_500, take)).toBe(1_000);
});

test('it is told when to come back', () => {
  const allowance = createRequestThrottle(1, () => 0);
  takenOf(1_000, () => allowance.take('one'));
  expect(() => allowance.take('one')).toThrow(expect.objectContaining({ retryAfter: 1 }));
});

test('one user uses up nobody else’s allowance', () => {
  const allowance = createRequestThrottle(20, () => 0);
  takenOf(2_000, () => allowance.take('one'));
  expect(takenOf(2_000, () => allowance.take('other'))).toBe(1_000);
});

test('0 counts nothing', () => {
  const allowance = createRequestThrottle(0, () => 0);
  expect(takenOf(5_000, () => allowance.take('one'))).toBe(5_000);
});
