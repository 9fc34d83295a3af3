import { useQuery } from '@tanstack/react-query';
import { useDesk } from '#app/desk/components/desk-context.ts';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { paperColumn } from '#app/desk/components/list-actions.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';
import type { Receivables as Owed } from '#contract/dashboard.ts';
import { Panel } from './dashboard-panel.tsx';

const ages = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90', 'total'] as const;
type Row = Owed['customers'][number];

/** What customers have to pay, by how long ago it was due. */
export function Receivables({ copy }: { copy: DashboardCopy }) {
  const { currency } = useDesk();
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['desk', 'receivables'],
    queryFn: ({ signal }) => api.desk.receivables.$get({}, { signal }),
    staleTime: 60_000,
  });
  const { data } = query;
  if (data === undefined) return <LoadState query={query} isFramed />;
  const columns = [
    paperColumn<Row>(copy.customer, 28, ({ customerName }) => customerName),
    ...ages.map((age) =>
      paperColumn<Row>(copy.ages[age], 12, (row) => formats.amount(row[age], currency), {
        csv: (row) => row[age],
        isMoney: true,
      }),
    ),
  ];
  const nothing = formats.amount('0', currency);
  const totals = [copy.totals, ...ages.map((age) => formats.amount(data.total[age], currency))];
  return (
    <Panel
      title={copy.receivables}
      columns={columns}
      rows={data.customers}
      totals={totals}
      blank={nothing}
      copy={copy}
    />
  );
}
