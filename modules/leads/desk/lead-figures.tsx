import { useQuery } from '@tanstack/react-query';
import { MonthBars } from '#app/components/figures/month-bars.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';
import type { LeadFigures as Figures } from '../contract/desk-leads.ts';
import { Panel } from '#app/desk/dashboard/dashboard-panel.tsx';
import { leadsApi } from '../shared/leads-api.ts';

type Counted = Pick<Figures['months'][number], 'received' | 'inTime' | 'late'>;

/** Leads by month, form and page, and how many were answered in time. Nothing while there is none. */
export function LeadFigures({ month, copy }: { month: string | undefined; copy: DashboardCopy }) {
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['desk', 'lead-figures', month],
    queryFn: ({ signal }) =>
      leadsApi.desk.leads.figures.$get({ query: { ...(month !== undefined && { month }) } }, { signal }),
    staleTime: 60_000,
  });
  const { data } = query;
  if (data === undefined) return <LoadState query={query} isFramed />;
  const last = data.months.at(-1);
  if (!data.hasLeads || last === undefined) return null;
  const { leads } = copy;
  const { columns } = leads;
  const share = ({ inTime, late }: Counted) =>
    inTime + late === 0 ? copy.none : copy.percent(formats.number(Math.round((100 * inTime) / (inTime + late))));
  const counted = <Row extends Counted>(): PaperColumn<Row>[] => [
    ...(['received', 'inTime', 'late'] as const).map((name) =>
      paperColumn<Row>(columns[name], 18, (row) => formats.number(row[name]), {
        csv: (row) => String(row[name]),
        isNumber: true,
      }),
    ),
    paperColumn<Row>(columns.share, 18, share),
  ];
  const shownMonth = formats.month(last.month);
  const series = [
    { className: 'fill-sea', label: columns.inTime, values: data.months.map(({ inTime }) => inTime) },
    { className: 'figures-missed', label: columns.late, values: data.months.map(({ late }) => late) },
  ];
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <Panel
        title={leads.title}
        columns={[
          paperColumn<Figures['months'][number]>(copy.month, 22, (one) => formats.month(one.month), {
            csv: (one) => one.month,
          }),
          ...counted<Figures['months'][number]>(),
          paperColumn<Figures['months'][number]>(columns.converted, 18, (one) => formats.number(one.converted), {
            csv: (one) => String(one.converted),
            isNumber: true,
          }),
        ]}
        rows={data.months}
        copy={copy}
        legend={series}
        isFolded
      >
        <MonthBars
          title={copy.chart(leads.title)}
          months={data.months.map((one) => one.month)}
          series={series}
          isStacked
          isCounted
        />
        <p className="text-xs text-muted">{leads.note}</p>
      </Panel>
      <Panel
        title={leads.forms(shownMonth)}
        columns={[
          paperColumn<Figures['forms'][number]>(leads.form, 28, ({ form }) => leads.names[form]),
          ...counted<Figures['forms'][number]>(),
        ]}
        rows={data.forms}
        copy={copy}
      />
      <Panel
        title={leads.pages(shownMonth)}
        columns={[
          paperColumn<Figures['pages'][number]>(leads.page, 28, ({ page }) => page),
          ...counted<Figures['pages'][number]>(),
        ]}
        rows={data.pages}
        copy={copy}
      />
    </div>
  );
}
