import { describe, expect, test } from 'vitest';
import { chartScale } from './chart-scale.ts';

describe('the scale', () => {
  test.each([
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [8750, [0, 2500, 5000, 7500, 10_000]],
    [0.04, [0, 0.01, 0.02, 0.03, 0.04]],
  ])('for %d has round steps', (highest, ticks) => {
    expect(chartScale(highest).ticks.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
  });

  test('includes the highest bar, with two to five lines', () => {
    for (const highest of [0.01, 1, 7, 99, 1234.56, 999_999, 123_456_789_012]) {
      const { top, ticks } = chartScale(highest);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  test('of no data is a line at zero', () => {
    expect(chartScale(0)).toEqual({ top: 1, ticks: [0] });
    expect(chartScale(Number.NaN)).toEqual({ top: 1, ticks: [0] });
  });
});
