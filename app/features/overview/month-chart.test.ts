import { expect, test } from 'vitest';
import { brickOf, maxCourses } from './month-chart.tsx';

test('a brick is a round amount, and the highest column has eight to sixteen of them', () => {
  expect([7950, 8000, 100, 14, 1_200_000].map(brickOf)).toEqual([500, 500, 10, 1, 100_000]);
  for (const highest of [0.99, 7, 1234.56, 999_999, 123_456_789_012]) {
    const courses = highest / brickOf(highest);
    expect(courses).toBeLessThanOrEqual(maxCourses);
    expect(courses).toBeGreaterThan(maxCourses / 2 - 1);
  }
});

test('without a positive amount there is a brick too', () => {
  expect(brickOf(0)).toBe(1);
  expect(brickOf(-40)).toBe(1);
});
