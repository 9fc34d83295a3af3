import { Bricks } from '#app/components/figures/bricks.tsx';
import { repeatBrick, thingsPerBrick } from '#app/components/figures/counted-bricks.ts';
import { MonthBars } from '#app/components/figures/month-bars.tsx';
import { Panel as Frame } from '#app/components/ui/panel.tsx';
import { paperColumn } from '#app/desk/components/list-actions.tsx';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';
import type { Dashboard, SupportMonth } from '#contract/dashboard.ts';
import { Panel } from './dashboard-panel.tsx';
import { HoursWall } from './hours-wall.tsx';

const share = (kept: number, missed: number) => (kept + missed === 0 ? null : (100 * kept) / (kept + missed));

/** The month beside the week, then the twelve months. */
export function Support({ data: { months, hours, people }, copy }: { data: Dashboard; copy: DashboardCopy }) {
  const formats = useFormats();
  const last = months.at(-1);
  const before = months.at(-2);
  if (last === undefined || before === undefined) return null;
  const { columns } = copy;
  const names = months.map(({ month }) => month);
  const { text, time, rate } = writers(formats, copy);
  const month = paperColumn<SupportMonth>(copy.month, 22, (one) => formats.month(one.month), {
    csv: (one) => one.month,
  });
  const counted = (label: string, value: (one: SupportMonth) => number) =>
    paperColumn<SupportMonth>(label, 18, (one) => text(value(one)), {
      csv: (one) => String(value(one)),
      isNumber: true,
    });
  const timed = (label: string, value: (one: SupportMonth) => number | null) =>
    paperColumn<SupportMonth>(label, 18, (one) => time(value(one)), { csv: (one) => String(value(one) ?? '') });
  const rated = (label: string, value: (one: SupportMonth) => number | null) =>
    paperColumn<SupportMonth>(label, 18, (one) => rate(value(one)), { csv: (one) => rate(value(one)) });
  const inTime = ({ kept, missed }: SupportMonth) => share(kept, missed);
  const resolvedInTime = ({ resolutionKept, resolutionMissed }: SupportMonth) =>
    share(resolutionKept, resolutionMissed);
  const satisfied = ({ good, okay, bad }: SupportMonth) => share(good, okay + bad);
  const hoursOf = (minutes: number | null) => Math.round((minutes ?? 0) / 6) / 10;
  const figures: [label: string, write: (one: SupportMonth) => string][] = [
    [columns.opened, ({ opened }) => text(opened)],
    [columns.resolved, ({ resolved }) => text(resolved)],
    [columns.backlog, ({ backlog }) => text(backlog)],
    [columns.inTime, (one) => rate(inTime(one))],
    [columns.responseAverage, (one) => time(one.responseAverage)],
    [columns.resolutionMedian, (one) => time(one.resolutionMedian)],
    [columns.reopened, ({ reopened }) => text(reopened)],
    [columns.satisfied, (one) => rate(satisfied(one))],
  ];
  const per = thingsPerBrick(Math.max(...people.map(({ open, resolved }) => open + resolved)));
  const bricks = (count: number) => Math.ceil(count / per);
  const charts = [
    {
      title: copy.volume,
      columns: [
        month,
        counted(columns.opened, ({ opened }) => opened),
        counted(columns.resolved, ({ resolved }) => resolved),
        counted(columns.reopened, ({ reopened }) => reopened),
      ],
      series: [
        { className: 'fill-azure', label: columns.opened, values: months.map(({ opened }) => opened) },
        { className: 'fill-sea', label: columns.resolved, values: months.map(({ resolved }) => resolved) },
      ],
    },
    {
      title: copy.backlog,
      columns: [month, counted(columns.backlog, ({ backlog }) => backlog)],
      series: [{ className: 'fill-azure', label: columns.backlog, values: months.map(({ backlog }) => backlog) }],
    },
    {
      title: copy.responses,
      note: copy.responsesNote,
      columns: [
        month,
        counted(columns.kept, ({ kept }) => kept),
        counted(columns.missed, ({ missed }) => missed),
        rated(columns.inTime, inTime),
        timed(columns.responseAverage, ({ responseAverage }) => responseAverage),
      ],
      isStacked: true,
      series: [
        { className: 'fill-sea', label: columns.kept, values: months.map(({ kept }) => kept) },
        { className: 'figures-missed', label: columns.missed, values: months.map(({ missed }) => missed) },
      ],
    },
    {
      title: copy.resolutions,
      note: copy.resolutionsNote,
      isCounted: false,
      columns: [
        month,
        timed(columns.resolutionMedian, ({ resolutionMedian }) => resolutionMedian),
        timed(columns.resolutionAverage, ({ resolutionAverage }) => resolutionAverage),
        rated(columns.resolvedInTime, resolvedInTime),
      ],
      series: [
        {
          className: 'fill-sea',
          label: columns.medianHours,
          values: months.map(({ resolutionMedian }) => hoursOf(resolutionMedian)),
        },
        {
          className: 'fill-azure',
          label: columns.averageHours,
          values: months.map(({ resolutionAverage }) => hoursOf(resolutionAverage)),
        },
      ],
    },
    {
      title: copy.satisfaction,
      columns: [
        month,
        counted(columns.good, ({ good }) => good),
        counted(columns.okay, ({ okay }) => okay),
        counted(columns.bad, ({ bad }) => bad),
        rated(columns.satisfied, satisfied),
      ],
      isStacked: true,
      series: [
        { className: 'fill-sea', label: columns.good, values: months.map(({ good }) => good) },
        { className: 'fill-azure', label: columns.okay, values: months.map(({ okay }) => okay) },
        { className: 'figures-missed', label: columns.bad, values: months.map(({ bad }) => bad) },
      ],
    },
  ];
  return (
    <>
      <div className="grid grid-cols-1 items-stretch gap-5 xl:grid-cols-12">
        <HoursWall hours={hours} copy={copy} className="xl:col-span-7" />
        <Frame title={copy.summary(formats.month(last.month))} className="xl:col-span-5">
          <p aria-hidden="true" className="month-head">
            <span>{formats.shortMonth(last.month)}</span>
            <span>{formats.shortMonth(before.month)}</span>
          </p>
          <dl className="month-figures">
            {figures.map(([label, write]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{write(last)}</dd>
                <dd>
                  <span className="sr-only">{copy.previous} </span>
                  {write(before)}
                </dd>
              </div>
            ))}
          </dl>
        </Frame>
      </div>
      <div className="support-charts">
        {charts.map(({ title, note, columns: shown, series, isStacked = false, isCounted = true }) => (
          <Panel
            key={title}
            title={title}
            columns={shown}
            rows={months}
            copy={copy}
            legend={series.length > 1 ? series : undefined}
            isFolded
          >
            <MonthBars
              title={copy.chart(title)}
              months={names}
              series={series}
              isStacked={isStacked}
              isCounted={isCounted}
            />
            {note !== undefined && <p className="text-xs text-muted">{note}</p>}
          </Panel>
        ))}
        <Panel
          title={copy.people(formats.month(last.month))}
          columns={[
            paperColumn<Person>(copy.person, 40, ({ name }) => name ?? copy.nobody),
            paperColumn<Person>(columns.open, 30, ({ open }) => text(open), { isNumber: true }),
            paperColumn<Person>(columns.resolved, 30, ({ resolved }) => text(resolved), { isNumber: true }),
          ]}
          rows={people}
          copy={copy}
          legend={[
            { brick: 'laid', label: columns.resolved },
            { brick: 'open', label: columns.open },
            { brick: 'marked', label: copy.nobody },
          ]}
          isFolded
        >
          <ul className="workload">
            {people.map(({ userId, name, open, resolved }) => (
              <li key={userId ?? ''}>
                <bdi>{name ?? copy.nobody}</bdi>
                <span>
                  {columns.open} {text(open)} · {columns.resolved} {text(resolved)}
                </span>
                <Bricks
                  bricks={[
                    ...repeatBrick('laid', bricks(resolved)),
                    ...repeatBrick(userId === null ? 'marked' : 'open', bricks(open)),
                  ]}
                />
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
type Person = Dashboard['people'][number];

const writers = (formats: Formats, { none, percent }: DashboardCopy) => ({
  text: (value: number) => formats.number(value),
  time: (minutes: number | null) => (minutes === null ? none : formats.duration(minutes)),
  rate: (value: number | null) => (value === null ? none : percent(formats.number(Math.round(value)))),
});
