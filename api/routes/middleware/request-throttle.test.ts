import { expect, test } from 'vitest';
import { RateLimitError } from '#api/lib/errors.ts';
import { createRequestThrottle } from './request-throttle.ts';

/** How many of `count` requests at one moment are allowed. */
const allowedOf = (count: number, consume: () => void) => {
  let allowed = 0;
  for (let at = 0; at < count; at += 1) {
    try {
      consume();
      allowed += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimitError);
    }
  }
  return allowed;
};

test('a burst of a thousand is allowed, then the rate per second', () => {
  let now = 5_000;
  const throttle = createRequestThrottle(20, () => now);
  const consume = () => throttle.consume('one');
  expect(allowedOf(1_500, consume)).toBe(1_000);
  now += 1_000;
  expect(allowedOf(100, consume)).toBe(20);
  now += 50_000;
  expect(allowedOf(1_500, consume)).toBe(1_000);
});

test('the error says when to retry', () => {
  const throttle = createRequestThrottle(1, () => 0);
  allowedOf(1_000, () => throttle.consume('one'));
  expect(() => throttle.consume('one')).toThrow(expect.objectContaining({ retryAfter: 1 }));
});

test('users do not share a limit', () => {
  const throttle = createRequestThrottle(20, () => 0);
  allowedOf(2_000, () => throttle.consume('one'));
  expect(allowedOf(2_000, () => throttle.consume('other'))).toBe(1_000);
});

test('0 means no limit', () => {
  const throttle = createRequestThrottle(0, () => 0);
  expect(allowedOf(5_000, () => throttle.consume('one'))).toBe(5_000);
});
