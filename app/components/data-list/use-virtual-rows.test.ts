import { expect, test } from 'vitest';
import { rowRange } from './use-virtual-rows.ts';

const windowHeight = 900;
const height = 52;

test('a list below the viewport still renders rows', () => {
  expect(rowRange({ top: 400, height, windowHeight })).toEqual({ first: 0, last: 40 });
});

test('the range contains the visible rows with a margin on both sides', () => {
  for (const scrolled of [0, 51, 52, 1000, 12_345, 5_200_000]) {
    const { first, last } = rowRange({ top: -scrolled, height, windowHeight });
    expect(first).toBeLessThanOrEqual(Math.max(0, Math.floor(scrolled / height) - 9));
    expect(last).toBeGreaterThanOrEqual(Math.ceil((scrolled + windowHeight) / height) + 9);
  }
});

test('the range has the same length at every scroll position', () => {
  const lengths = [5000, 50_000, 5_000_000].map((scrolled) => {
    const { first, last } = rowRange({ top: -scrolled, height, windowHeight });
    return last - first;
  });
  expect(new Set(lengths).size).toBe(1);
  expect(lengths[0]).toBeLessThanOrEqual(60);
});
