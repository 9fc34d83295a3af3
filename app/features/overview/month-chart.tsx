import { useId } from 'react';
import { chartScale } from '#app/lib/chart-scale.ts';
import { formatMonth, monthName } from '#app/lib/formats.ts';
import { useCurrency } from '#app/lib/portal-context.ts';
import { currencySign, formatMoney } from '#contract/money.ts';
import type { Overview } from '#contract/customers.ts';

type Months = NonNullable<Overview['months']>;

export function Legend() {
  return (
    <ul className="flex gap-4 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-azure" />
        Invoiced
      </li>
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-sea" />
        Paid
      </li>
    </ul>
  );
}

/** Positions are in percent, so that the text keeps its size at every width. */
function Bars({ months }: { months: Months }) {
  const id = useId();
  const currency = useCurrency();
  const amounts = months.map(({ invoiced, paid }) => [Number(invoiced), Number(paid)]);
  const { top, ticks } = chartScale(Math.max(...amounts.flat()));
  const bars = groupedBars(amounts, top);
  return (
    <svg role="img" aria-labelledby={id} className="month-chart">
      <title id={id}>
        Amounts invoiced and paid in each of the last {months.length} months. The table below contains the figures.
      </title>
      {ticks.map((tick) => {
        const y = `${100 - (tick / top) * 100}%`;
        return (
          <g key={tick}>
            <line x1="0" x2="100%" y1={y} y2={y} />
            <text x="-10" y={y} dy="0.35em" textAnchor="end">
              {shortMoney(tick, currency)}
            </text>
          </g>
        );
      })}
      {bars.map((group, at) => (
        <g key={months[at]?.month}>
          {group.map(({ x, width, height }, nth) => (
            <rect
              key={nth === 0 ? 'invoiced' : 'paid'}
              className={nth === 0 ? 'fill-azure' : 'fill-sea'}
              x={`${x}%`}
              y={`${100 - height}%`}
              width={`${width * 0.92}%`}
              height={`${height}%`}
              rx="1.5"
            />
          ))}
          <text
            className="month-name"
            x={`${(at + 0.5) * (100 / bars.length)}%`}
            y="100%"
            dy="1.6em"
            textAnchor="middle"
          >
            {monthName(Number(months[at]?.month.slice(5)))}
          </text>
        </g>
      ))}
    </svg>
  );
}

export function MonthChart({ months }: { months: Months }) {
  const isEmpty = months.every(({ invoiced, paid }) => Number(invoiced) === 0 && Number(paid) === 0);
  if (!isEmpty) return <Figures months={months} />;
  return (
    <p className="px-5 py-10 text-sm text-muted">Nothing was invoiced or paid in the last {months.length} months.</p>
  );
}

function Figures({ months }: { months: Months }) {
  const currency = useCurrency();
  return (
    <div className="px-5 pt-6 pb-4">
      <Bars months={months} />
      <details className="group mt-5 text-sm">
        <summary className="inline-flex min-h-8 items-center rounded-sm text-xs font-semibold text-azure hover:underline">
          <span className="group-open:hidden">Show the figures</span>
          <span className="hidden group-open:inline">Hide the figures</span>
        </summary>
        <table className="mt-2 w-full text-left text-xs tabular-nums">
          <caption className="sr-only">Amounts invoiced and paid by month</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1.5 font-medium">
                Month
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Invoiced
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Paid
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, invoiced, paid }) => (
              <tr key={month} className="border-t border-line">
                <th scope="row" className="py-1.5 font-normal">
                  {formatMonth(month)}
                </th>
                <td className="py-1.5 text-right">{formatMoney(invoiced, currency)}</td>
                <td className="py-1.5 text-right">{formatMoney(paid, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
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
