// Rendered once for what was read: memoized, it would be larger and no faster.
'use no memo';

import { useId } from 'react';
import { chartScale } from '#app/lib/chart-scale.ts';
import { useCurrency, useFormats } from '#app/lib/portal-context.ts';
import type { OverviewCopy } from '#content/portal/en/overview.ts';
import type { Overview } from '#contract/customers.ts';

type Months = NonNullable<Overview['months']>;

type MonthsCopy = OverviewCopy['months'];
type MonthsProps = { months: Months; copy: MonthsCopy };

export function Legend({ copy }: { copy: MonthsCopy }) {
  return (
    <ul className="flex gap-4 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-azure" />
        {copy.invoiced}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-sea" />
        {copy.paid}
      </li>
    </ul>
  );
}

/** Positions are in percent, so that the text keeps its size at every width. */
function Bars({ months, copy }: MonthsProps) {
  const id = useId();
  const currency = useCurrency();
  const formats = useFormats();
  const amounts = months.map(({ invoiced, paid }) => [Number(invoiced), Number(paid)]);
  const { top, ticks } = chartScale(Math.max(...amounts.flat()));
  const bars = groupedBars(amounts, top);
  return (
    <svg role="img" aria-labelledby={id} className="month-chart">
      <title id={id}>{formats.plural(months.length, copy.chart)}</title>
      {ticks.map((tick) => {
        const y = `${100 - (tick / top) * 100}%`;
        return (
          <g key={tick}>
            <line x1="0" x2="100%" y1={y} y2={y} />
            <text x="-10" y={y} dy="0.35em" textAnchor="end">
              {formats.shortAmount(tick, currency)}
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
            {months[at] && formats.shortMonth(months[at].month)}
          </text>
        </g>
      ))}
    </svg>
  );
}

export function MonthChart({ months, copy }: MonthsProps) {
  const { plural } = useFormats();
  const isEmpty = months.every(({ invoiced, paid }) => Number(invoiced) === 0 && Number(paid) === 0);
  if (!isEmpty) return <Figures months={months} copy={copy} />;
  return <p className="px-5 py-10 text-sm text-muted">{plural(months.length, copy.none)}</p>;
}

function Figures({ months, copy }: MonthsProps) {
  const currency = useCurrency();
  const formats = useFormats();
  return (
    <div className="px-5 pt-6 pb-4 lg:flex lg:grow lg:flex-col">
      <Bars months={months} copy={copy} />
      <details className="group mt-5 text-sm">
        <summary className="inline-flex min-h-8 items-center rounded-sm text-xs font-semibold text-azure hover:underline">
          <span className="group-open:hidden">{copy.show}</span>
          <span className="hidden group-open:inline">{copy.hide}</span>
        </summary>
        <table className="mt-2 w-full text-xs tabular-nums">
          <caption className="sr-only">{copy.caption}</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1.5 text-start font-medium">
                {copy.month}
              </th>
              <th scope="col" className="py-1.5 text-end font-medium">
                {copy.invoiced}
              </th>
              <th scope="col" className="py-1.5 text-end font-medium">
                {copy.paid}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, invoiced, paid }) => (
              <tr key={month} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {formats.month(month)}
                </th>
                <td className="py-1.5 text-end">{formats.amount(invoiced, currency)}</td>
                <td className="py-1.5 text-end">{formats.amount(paid, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
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
