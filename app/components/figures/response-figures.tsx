import { useId } from 'react';
import { chartScale } from '#app/lib/chart-scale.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { Figures } from '#contract/conversation.ts';

/** The portal speaks English, the desk French. */
export type FiguresCopy = {
  /** For screen readers, in place of the chart. */
  chart: string;
  caption: string;
  show: string;
  hide: string;
  month: string;
  promised: string;
  kept: string;
  missed: string;
  median: string;
  /** Where there was no first response. */
  none: string;
};

type FiguresProps = { months: Figures['months']; copy: FiguresCopy };

export function FiguresLegend({ copy }: Pick<FiguresProps, 'copy'>) {
  return (
    <ul className="flex gap-4 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-sea" />
        {copy.kept}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-danger" />
        {copy.missed}
      </li>
    </ul>
  );
}

/** How first responses met their SLA targets, by month: a chart, and its table. */
export function ResponseFigures({ months, copy }: FiguresProps) {
  const formats = useFormats();
  return (
    <div className="px-5 pt-6 pb-4">
      <Bars months={months} copy={copy} />
      <details className="group mt-4 text-sm">
        <summary className="inline-flex min-h-8 items-center rounded-sm text-xs font-semibold text-azure hover:underline">
          <span className="group-open:hidden">{copy.show}</span>
          <span className="hidden group-open:inline">{copy.hide}</span>
        </summary>
        <table className="figures-table">
          <caption className="sr-only">{copy.caption}</caption>
          <thead>
            <tr>
              {[copy.month, copy.promised, copy.kept, copy.missed, copy.median].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, promised, kept, missed, medianMinutes }) => (
              <tr key={month}>
                <th scope="row">{formats.month(month)}</th>
                <td>{promised}</td>
                <td>{kept}</td>
                <td>{missed}</td>
                <td>{medianMinutes === null ? copy.none : formats.duration(medianMinutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

/** Kept at the bottom, missed on top. Positions are in percent, so that the text keeps its size at every width. */
function Bars({ months, copy }: FiguresProps) {
  const formats = useFormats();
  const id = useId();
  const { top, ticks } = chartScale(Math.max(...months.map(({ promised }) => promised)));
  const slot = 100 / months.length;
  const heightOf = (count: number) => (count / top) * 100;
  return (
    <svg role="img" aria-labelledby={id} className="month-chart figures-chart">
      <title id={id}>{copy.chart}</title>
      {/* Half a ticket is none. */}
      {ticks.filter(Number.isInteger).map((tick) => {
        const y = `${100 - heightOf(tick)}%`;
        return (
          <g key={tick}>
            <line x1="0" x2="100%" y1={y} y2={y} />
            <text x="-10" y={y} dy="0.35em" textAnchor="end">
              {tick}
            </text>
          </g>
        );
      })}
      {months.map(({ month, kept, missed, promised }, at) => {
        const bar = { x: `${at * slot + slot * 0.25}%`, width: `${slot * 0.5}%` };
        return (
          <g key={month}>
            <rect className="fill-sea" {...bar} y={`${100 - heightOf(kept)}%`} height={`${heightOf(kept)}%`} />
            <rect
              className="figures-missed"
              {...bar}
              y={`${100 - heightOf(promised)}%`}
              height={`${heightOf(missed)}%`}
            />
            <text className="month-name" x={`${(at + 0.5) * slot}%`} y="100%" dy="1.6em" textAnchor="middle">
              {formats.shortMonth(month)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
