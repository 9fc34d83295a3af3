import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useId, useState } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { CustomerChooser } from '#app/desk/components/customer-chooser.tsx';
import { canDo, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { FilterSelect, ListHeader, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';
import { readingPermissions } from '#contract/staff.ts';
import { ExportList, FiguresMenu } from './dashboard-panel.tsx';
import { Receivables } from './receivables.tsx';
import { Support } from './support.tsx';
import { UrgentTickets } from './urgent-tickets.tsx';

/** What needs work now; the support by month, of all customers or one, compared with the month before; and what customers owe. */
type DashboardProps = {
  copy: DashboardCopy;
  LeadFigures: ComponentType<{ month: string | undefined; copy: DashboardCopy }>;
};

export function Dashboard({ copy: dashboard, LeadFigures }: DashboardProps) {
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
  const [exports, setExports] = useState<HTMLElement | null>(null);
  const isReading = canDo(me, ...readingPermissions);
  useTitle(dashboard.title);
  const { data } = query;
  return (
    <ExportList value={exports}>
      <section className="grid grid-cols-1 gap-6">
        <ListHeader title={dashboard.title}>
          <FilterSelect
            name="month"
            label={dashboard.month}
            any={dashboard.thisMonth}
            options={lastMonths().map((one) => [one, formats.month(one)] as const)}
          />
          {isReading && <CustomerFilter name={data?.customerName} copy={dashboard} />}
          <FiguresMenu onList={setExports} />
        </ListHeader>
        {canDo(me, 'support') && customerId === undefined && <UrgentTickets copy={dashboard} />}
        {canDo(me, 'support', 'admin') &&
          (data === undefined ? <LoadState query={query} isFramed /> : <Support data={data} copy={dashboard} />)}
        {me.hasLeads && canDo(me, 'support', 'admin') && customerId === undefined && (
          <LeadFigures month={month} copy={dashboard} />
        )}
        {canDo(me, 'accounts', 'records') && customerId === undefined && <Receivables copy={dashboard} />}
      </section>
    </ExportList>
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
