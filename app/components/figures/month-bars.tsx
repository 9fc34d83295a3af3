import { useId } from 'react';
import { chartScale } from '#app/lib/chart-scale.ts';
import { useFormats } from '#app/lib/portal-context.ts';

type MonthBarsProps = {
  /** For screen readers, in place of the chart. */
  title: string;
  months: readonly string[];
  series: readonly { className: string; values: readonly number[] }[];
  /** The first series at the bottom; otherwise side by side. */
  isStacked?: boolean;
  /** Whether the values are things that are counted: a brick for each, as long as they can be told apart. */
  isCounted?: boolean;
};

const maxCourses = 20;
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Positions are in percent, so that the text keeps its size at every width. */
export function MonthBars({ title, months, series, isStacked = false, isCounted = false }: MonthBarsProps) {
  const formats = useFormats();
  const id = useId();
  const valuesOf = (at: number) => series.map(({ values }) => values[at] ?? 0);
  const { top, ticks } = chartScale(
    Math.max(...months.map((_, at) => (isStacked ? sum(valuesOf(at)) : Math.max(...valuesOf(at))))),
  );
  const slot = 100 / months.length;
  const percent = (value: number) => (value / top) * 100;
  const width = slot * (isStacked ? 0.5 : 0.7 / series.length);
  const hasBricks = isCounted && top <= maxCourses;
  /** The bricks of a bar, or the bar. */
  const barOf = (at: number, nth: number) => {
    const values = valuesOf(at);
    const value = values[nth] ?? 0;
    const below = isStacked ? sum(values.slice(0, nth)) : 0;
    const left = at * slot + (isStacked ? slot * 0.25 : slot * 0.15 + nth * width);
    const heights = hasBricks ? Array.from({ length: value }, () => 1) : [value];
    return heights.map((height, course) => ({
      x: `${left}%`,
      width: `${width}%`,
      y: `${100 - percent(below + (hasBricks ? course + 1 : value))}%`,
      height: `${percent(height)}%`,
    }));
  };
  return (
    <svg role="img" aria-labelledby={id} className="figures-chart">
      <title id={id}>{title}</title>
      {/* Half a ticket is none. */}
      {ticks.filter(Number.isInteger).map((tick) => {
        const y = `${100 - percent(tick)}%`;
        return (
          <g key={tick}>
            <line x1="0" x2="100%" y1={y} y2={y} />
            <text x="-10" y={y} dy="0.35em" textAnchor="end">
              {tick}
            </text>
          </g>
        );
      })}
      {months.map((month, at) => (
        <g key={month}>
          {series.map(({ className }, nth) =>
            barOf(at, nth).map((bar) => (
              <rect key={`${className} ${bar.y}`} className={className} data-course={hasBricks || undefined} {...bar} />
            )),
          )}
          <text className="month-name" x={`${(at + 0.5) * slot}%`} y="100%" dy="1.6em" textAnchor="middle">
            {formats.shortMonth(month)}
          </text>
        </g>
      ))}
    </svg>
  );
}
