import { describe, expect, test } from 'vitest';
import { groupedBars, shortMoney } from './month-chart.tsx';

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
