import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

test('each attempt waits twice as long as the one before, up to six hours', () => {
  const delays = [1, 2, 3, 4, 30, 2000].map((attempts) => retryDelay(attempts, 0, 0.5));
  expect(delays).toEqual([30, 60, 120, 240, 21_600, 21_600]);
});

test('the delay is spread by a quarter to each side', () => {
  expect([retryDelay(1, 0, 0), retryDelay(1, 0, 1)]).toEqual([22.5, 37.5]);
});

test('nothing is given up before a week has passed', () => {
  const week = 7 * 24 * 60 * 60;
  expect(retryDelay(500, week - 1)).toBeGreaterThan(0);
  expect(retryDelay(1, week)).toBeUndefined();
});
