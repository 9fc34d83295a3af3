import { useFormats } from '#app/lib/portal-context.ts';
import type { Figures } from '#contract/conversation.ts';
import { Bricks } from './bricks.tsx';
import { repeatBrick, thingsPerBrick } from './counted-bricks.ts';
import { Legend } from './legend.tsx';

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
  /** Where a brick is more than one answer. */
  brick: (count: string) => string;
  median: string;
  average: string;
  /** Where there was no first response. */
  none: string;
};

type FiguresProps = { months: Figures['months']; copy: FiguresCopy };

export const FiguresLegend = ({ copy: { kept, missed } }: Pick<FiguresProps, 'copy'>) => (
  <Legend
    items={[
      { brick: 'laid', label: kept },
      { brick: 'marked', label: missed },
    ]}
  />
);

const bricksOf = ({ kept, missed }: Figures['months'][number], per: number) => [
  ...repeatBrick('laid', Math.ceil(kept / per)),
  ...repeatBrick('marked', Math.ceil(missed / per)),
];

/** How first responses met their SLA targets: a brick for each, in the months that had any, and a table of all months. */
export function ResponseFigures({ months, copy }: FiguresProps) {
  const formats = useFormats();
  const per = thingsPerBrick(Math.max(...months.map(({ promised }) => promised)));
  return (
    <div className="px-5 pt-4 pb-4">
      <div role="img" aria-label={copy.chart} className="grid gap-2 text-xs">
        {months
          .filter(({ promised }) => promised > 0)
          .map((month) => (
            <div key={month.month} className="grid grid-cols-[3.5rem_minmax(0,auto)_1fr] items-center gap-x-3">
              <span className="text-muted">{formats.shortMonth(month.month)}</span>
              <Bricks bricks={bricksOf(month, per)} />
              <span className="font-semibold tabular-nums">{formats.number(month.promised)}</span>
            </div>
          ))}
      </div>
      {per > 1 && <p className="mt-2 text-xs text-muted">{copy.brick(formats.number(per))}</p>}
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
