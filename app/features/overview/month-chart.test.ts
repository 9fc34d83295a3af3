import { describe, expect, test } from 'vitest';
import { chartScale, groupedBars, shortMoney } from './month-chart.tsx';

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

test('amounts on the axis are short', () => {
  expect([0, 0.25, 950, 1500, 2500, 2_000_000, 3.5e9].map((amount) => shortMoney(amount, 'USD'))).toEqual([
    '$0',
    '$0.25',
    '$950',
    '$1.5k',
    '$2.5k',
    '$2M',
    '$3.5B',
  ]);
  expect(['EUR', 'XOF'].map((currency) => shortMoney(1500, currency))).toEqual(['€1.5k', '1.5k']);
});

describe('the bars', () => {
  const bars = groupedBars(
    [
      [100, 50],
      [0, 25],
    ],
    100,
  );

  test('are as high as their amounts', () => {
    expect(bars.map((group) => group.map((bar) => bar.height))).toEqual([
      [100, 50],
      [0, 25],
    ]);
  });

  test('are side by side inside the plot', () => {
    const all = bars.flat();
    for (const [at, bar] of all.entries()) {
      expect(bar.x).toBeGreaterThanOrEqual(at === 0 ? 0 : (all[at - 1]?.x ?? 0) + bar.width - 1e-9);
      expect(bar.x + bar.width).toBeLessThanOrEqual(100);
    }
  });
});
