import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MonthBars } from '#app/components/figures/month-bars.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { CustomerChooser } from '#app/desk/components/customer-chooser.tsx';
import { canDo, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { FilterSelect, ListHeader, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { paperColumn } from '#app/desk/components/list-actions.tsx';
import { api } from '#app/lib/api-client.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';
import type { Dashboard as Figures, SupportMonth } from '#contract/dashboard.ts';
import { readingPermissions } from '#contract/staff.ts';
import { Panel } from './dashboard-panel.tsx';
import { LeadFigures } from './lead-figures.tsx';
import { Receivables } from './receivables.tsx';

/** The support by month, of all customers or one, compared with the month before; and what customers owe. */
export function Dashboard({ copy: dashboard }: { copy: DashboardCopy }) {
  const { me } = useDesk();
  const formats = useFormats();
  const { get } = useUrlFilters();
  const [month, customerId] = [get('month'), get('customerId')];
  const query = useQuery({
    queryKey: ['desk', 'dashboard', month, customerId],
    queryFn: ({ signal }) =>
      api.desk.dashboard.$get(
        { query: { ...(month !== undefined && { month }), ...(customerId !== undefined && { customerId }) } },
        { signal },
      ),
    staleTime: 60_000,
  });
  const isReading = canDo(me, ...readingPermissions);
  useTitle(dashboard.title);
  const { data } = query;
  return (
    <section className="grid grid-cols-1 gap-6">
      <ListHeader title={dashboard.title}>
        <FilterSelect
          name="month"
          label={dashboard.month}
          any={dashboard.thisMonth}
          options={lastMonths().map((one) => [one, formats.month(one)] as const)}
        />
        {isReading && <CustomerFilter name={data?.customerName} copy={dashboard} />}
      </ListHeader>
      {canDo(me, 'support', 'admin') &&
        (data === undefined ? <LoadState query={query} isFramed /> : <Support data={data} copy={dashboard} />)}
      {me.hasLeads && canDo(me, 'support', 'admin') && customerId === undefined && (
        <LeadFigures month={month} copy={dashboard} />
      )}
      {canDo(me, 'accounts', 'records') && customerId === undefined && <Receivables copy={dashboard} />}
    </section>
  );
}

/** `name`: of the customer in the URL, once it is known. */
function CustomerFilter({ name, copy }: { name: string | null | undefined; copy: DashboardCopy }) {
  const { get, set } = useUrlFilters();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const chosen = get('customerId');
  const all = {
    id: 'all',
    icon: 'users',
    label: copy.allCustomers,
    isCurrent: chosen === undefined,
    onSelect: () => set({ customerId: undefined }),
  };
  return (
    <div className="desk-filter">
      <span id={id}>{copy.customer}</span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => setIsOpen(true)}
        className="flex min-h-10 min-w-0 grow items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-3 py-1 text-sm text-ink"
      >
        <span id={`${id}-value`} dir="auto" className="max-w-60 truncate">
          {chosen === undefined ? copy.allCustomers : (name ?? copy.oneCustomer)}
        </span>
        <Icon name="chevron-down" className="size-4 shrink-0 text-muted" />
      </button>
      {isOpen && (
        <CustomerChooser
          title={copy.chooseCustomer}
          label={copy.customers}
          first={all}
          onChoose={(customer) => set({ customerId: customer.id })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/** The eleven months before this one. */
function lastMonths(now = new Date()): string[] {
  return Array.from({ length: 11 }, (_, at) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1 - at, 1)).toISOString().slice(0, 7),
  );
}

const share = (kept: number, missed: number) => (kept + missed === 0 ? null : (100 * kept) / (kept + missed));

function Support({ data: { months, people }, copy }: { data: Figures; copy: DashboardCopy }) {
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
  const hours = (minutes: number | null) => Math.round((minutes ?? 0) / 6) / 10;
  const tiles: [label: string, write: (one: SupportMonth) => string][] = [
    [columns.opened, ({ opened }) => text(opened)],
    [columns.resolved, ({ resolved }) => text(resolved)],
    [columns.backlog, ({ backlog }) => text(backlog)],
    [columns.inTime, (one) => rate(inTime(one))],
    [columns.responseAverage, (one) => time(one.responseAverage)],
    [columns.resolutionMedian, (one) => time(one.resolutionMedian)],
    [columns.reopened, ({ reopened }) => text(reopened)],
    [columns.satisfied, (one) => rate(satisfied(one))],
  ];
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
          values: months.map(({ resolutionMedian }) => hours(resolutionMedian)),
        },
        {
          className: 'fill-azure',
          label: columns.averageHours,
          values: months.map(({ resolutionAverage }) => hours(resolutionAverage)),
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
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {tiles.map(([label, write]) => (
          <div key={label} className="border border-line bg-surface px-4 py-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="mt-1 text-xl font-semibold tabular-nums">{write(last)}</dd>
            <dd className="text-xs text-muted tabular-nums">{copy.before(write(before))}</dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
        {charts.map(({ title, note, columns: shown, series, isStacked = false }) => (
          <Panel key={title} title={title} columns={shown} rows={months} copy={copy} legend={series} isFolded>
            <MonthBars title={copy.chart(title)} months={names} series={series} isStacked={isStacked} />
            {note !== undefined && <p className="mt-2 text-xs text-muted">{note}</p>}
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
        />
      </div>
    </>
  );
}
type Person = Figures['people'][number];

const writers = (formats: Formats, { none, percent }: DashboardCopy) => ({
  text: (value: number) => formats.number(value),
  time: (minutes: number | null) => (minutes === null ? none : formats.duration(minutes)),
  rate: (value: number | null) => (value === null ? none : percent(formats.number(Math.round(value)))),
});
