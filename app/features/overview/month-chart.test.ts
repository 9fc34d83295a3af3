import { describe, expect, test } from 'vitest';
import { groupedBars } from './month-chart.tsx';

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
