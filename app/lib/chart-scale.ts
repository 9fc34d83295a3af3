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
