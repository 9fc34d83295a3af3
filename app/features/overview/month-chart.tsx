// Rendered once for what was read: memoized, it would be larger and no faster.
'use no memo';

import { chartScale } from '#app/lib/chart-scale.ts';
import { useCurrency, useFormats } from '#app/lib/portal-context.ts';
import type { OverviewCopy } from '#content/portal/en/overview.ts';
import type { Overview } from '#contract/customers.ts';

type Months = NonNullable<Overview['months']>;

type MonthsCopy = OverviewCopy['months'];
type MonthsProps = { months: Months; copy: MonthsCopy };

const series = [
  ['invoiced', 'bg-azure'],
  ['paid', 'bg-sea'],
] as const;

export const Legend = ({ copy }: { copy: MonthsCopy }) => (
  <ul className="flex gap-4 text-xs text-muted">
    {series.map(([name, color]) => (
      <li key={name} className="flex items-center gap-1.5">
        <span className={`h-2.5 w-5 ${color}`} />
        {copy[name]}
      </li>
    ))}
  </ul>
);

export const maxCourses = 16;

/** A round amount: the highest column has at most sixteen of them. */
export const brickOf = (highest: number) => chartScale(highest, maxCourses).ticks[1] ?? 1;

export function MonthChart({ months, copy }: MonthsProps) {
  const { plural } = useFormats();
  const isEmpty = months.every(({ invoiced, paid }) => Number(invoiced) === 0 && Number(paid) === 0);
  if (!isEmpty) return <Figures months={months} copy={copy} />;
  return <p className="px-5 py-10 text-sm text-muted">{plural(months.length, copy.none)}</p>;
}

/** Two columns of bricks for each month, of which the last may be a part of one, and the figures in a table. */
function Figures({ months, copy }: MonthsProps) {
  const currency = useCurrency();
  const formats = useFormats();
  const amount = (value: string) => formats.amount(value, currency);
  const describe = (one: Months[number]) =>
    [formats.month(one.month), ...series.map(([name]) => `${copy[name]} ${amount(one[name])}`)].join('\n');
  const brick = brickOf(Math.max(...months.flatMap(({ invoiced, paid }) => [Number(invoiced), Number(paid)])));
  return (
    <div className="px-5 pt-6 pb-4">
      <div role="img" aria-label={formats.plural(months.length, copy.chart)} className="month-bricks">
        {months.map((one) => (
          <span key={one.month} title={describe(one)}>
            {series.map(([name, color]) => (
              <span
                key={name}
                className={color}
                style={{ height: `calc(var(--course) * ${Math.max(0, Number(one[name]) / brick)})` }}
              />
            ))}
            <span className="month-name">{formats.shortMonth(one.month)}</span>
          </span>
        ))}
      </div>
      <p className="mt-3 text-xs text-muted">{copy.brick(amount(String(brick)))}</p>
      <details className="group mt-1 text-sm">
        <summary className="inline-flex min-h-8 items-center rounded-sm text-xs font-semibold text-azure hover:underline">
          <span className="group-open:hidden">{copy.show}</span>
          <span className="hidden group-open:inline">{copy.hide}</span>
        </summary>
        <table className="figures-table">
          <caption className="sr-only">{copy.caption}</caption>
          <thead>
            <tr>
              {[copy.month, copy.invoiced, copy.paid].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((one) => (
              <tr key={one.month}>
                <th scope="row">{formats.month(one.month)}</th>
                {series.map(([name]) => (
                  <td key={name}>{amount(one[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
