import { useFormats } from '#app/lib/portal-context.ts';
import type { Figures } from '#contract/conversation.ts';
import { MonthBars } from './month-bars.tsx';

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
  average: string;
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
      <MonthBars
        title={copy.chart}
        months={months.map(({ month }) => month)}
        series={[
          { className: 'fill-sea', values: months.map(({ kept }) => kept) },
          { className: 'figures-missed', values: months.map(({ missed }) => missed) },
        ]}
        isStacked
      />
      <details className="group mt-4 text-sm">
        <summary className="inline-flex min-h-8 items-center rounded-sm text-xs font-semibold text-azure hover:underline">
          <span className="group-open:hidden">{copy.show}</span>
          <span className="hidden group-open:inline">{copy.hide}</span>
        </summary>
        <table className="figures-table">
          <caption className="sr-only">{copy.caption}</caption>
          <thead>
            <tr>
              {[copy.month, copy.promised, copy.kept, copy.missed, copy.median, copy.average].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, promised, kept, missed, medianMinutes, averageMinutes }) => (
              <tr key={month}>
                <th scope="row">{formats.month(month)}</th>
                <td>{promised}</td>
                <td>{kept}</td>
                <td>{missed}</td>
                <td>{medianMinutes === null ? copy.none : formats.duration(medianMinutes)}</td>
                <td>{averageMinutes === null ? copy.none : formats.duration(averageMinutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
