import { currencySign } from '#contract/money.ts';

const steps = [1, 2, 2.5, 5, 10];

export interface Scale {
  top: number;
  ticks: number[];
}

/** Round numbers from zero to just above the highest bar. */
export function chartScale(highest: number, most = 4): Scale {
  if (!(highest > 0)) return { top: 1, ticks: [0] };
  const rough = highest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (steps.find((one) => one * power >= rough) ?? 10) * power;
  const count = Math.ceil(highest / step - 1e-9);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** `$1.5k`, `$2M`: the axis has no room for more, nor for a symbol as long as `F CFA`. */
export function shortMoney(amount: number, currency: string): string {
  const units = [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const;
  const [size, unit] = units.find(([one]) => amount >= one) ?? [1, ''];
  const sign = currencySign(currency);
  return `${sign.length > 1 ? '' : sign}${Number((amount / size).toFixed(amount < 10 ? 2 : 1))}${unit}`;
}

export interface Bar {
  /** In percent of the plot. */
  x: number;
  width: number;
  height: number;
}

/** Grouped bars with a gap around each group. */
export function groupedBars(groups: readonly (readonly number[])[], top: number): Bar[][] {
  const slot = 100 / groups.length;
  return groups.map((group, at) => {
    const width = (slot * 0.66) / group.length;
    return group.map((value, nth) => ({
      x: at * slot + slot * 0.17 + nth * width,
      width,
      height: (Math.max(0, value) / top) * 100,
    }));
  });
}
