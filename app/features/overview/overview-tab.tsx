import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadError, Loading, QueryState } from '#app/components/data-list/list-states.tsx';
import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatCount, notAvailable } from '#app/lib/formats.ts';
import { useCan, useCurrency } from '#app/lib/portal-context.ts';
import type { Counts, Customer } from '#contract/customers.ts';
import { formatMoney } from '#contract/money.ts';
import type { Capability } from '#contract/roles.ts';
import { AccessRequired, type SupportContact, customerQuery } from './customer-access.tsx';
import { DueNext } from './due-next.tsx';
import { Legend, MonthChart } from './month-chart.tsx';

const countsQuery = queryOptions({
  queryKey: ['overview', 'counts'],
  queryFn: ({ signal }) => api.portal.counts.$get({}, { signal }),
});

const overviewQuery = queryOptions({
  queryKey: ['overview', 'overview'],
  queryFn: ({ signal }) => api.portal.overview.$get({}, { signal }),
});

export function OverviewTab({ support }: { support: SupportContact }) {
  const customer = useQuery(customerQuery);
  if (customer.data === null) return <AccessRequired support={support} />;
  if (customer.data === undefined) {
    return (
      <div className="records-frame">
        {customer.error === null ? (
          <Loading what="account information" />
        ) : (
          <LoadError what="your account" message={customer.error.message} onRetry={() => void customer.refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <AccountCard customer={customer.data} />
      <CountTiles />
      <OverviewPanels />
    </div>
  );
}

function OverviewPanels() {
  const overview = useQuery(overviewQuery);
  return (
    <section aria-labelledby="overview-title" className="grid gap-4">
      <h2 id="overview-title" className="text-xl">
        At a glance
      </h2>
      {overview.data === undefined ? (
        <div className="records-frame">
          <QueryState what="what is due next" query={overview} />
        </div>
      ) : (
        <div className={classNames('grid items-start gap-4', overview.data.months !== undefined && 'lg:grid-cols-2')}>
          <Panel title="Due next" level="h3">
            <DueNext overview={overview.data} />
          </Panel>
          {overview.data.months !== undefined && (
            <Panel title="Invoiced and paid by month" level="h3" aside={<Legend />}>
              <MonthChart months={overview.data.months} />
            </Panel>
          )}
        </div>
      )}
    </section>
  );
}

type PanelProps = { title: string; level?: 'h2' | 'h3'; aside?: ReactNode; children: ReactNode };

function Panel({ title, level: Heading = 'h2', aside, children }: PanelProps) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
        <Heading className="font-sans text-base font-semibold tracking-normal">{title}</Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** product §2: default for low, secondary for medium, destructive otherwise. */
const riskVariants: Record<string, BadgeVariant> = { low: 'default', medium: 'secondary' };
export const riskBadge = (risk: string): BadgeVariant =>
  (Object.hasOwn(riskVariants, risk) ? riskVariants[risk] : undefined) ?? 'destructive';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  );
}

function AccountCard({ customer }: { customer: Customer }) {
  const currency = useCurrency();
  const { name, contact, email, phone, risk, totalOutstanding } = customer;
  return (
    <Panel title="Account Information">
      <div className="grid gap-x-10 gap-y-6 p-5 lg:grid-cols-[1fr_auto]">
        <dl className="grid content-start gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-3">
          <Fact label="Company Name">{name}</Fact>
          <Fact label="Contact Person">{contact || notAvailable}</Fact>
          <Fact label="Email">{email || notAvailable}</Fact>
          <Fact label="Phone">{phone || notAvailable}</Fact>
          {risk !== undefined && (
            <Fact label="Account Status">
              <Badge variant={riskBadge(risk)} className="wrap-anywhere">
                {risk} risk
              </Badge>
            </Fact>
          )}
        </dl>
        {totalOutstanding !== undefined && (
          <dl className="grid content-center rounded-md bg-tint px-5 py-4 lg:min-w-60">
            <dt className="text-xs text-muted">Outstanding Balance</dt>
            <dd className="mt-1 font-heading text-2xl font-bold tracking-tight tabular-nums wrap-anywhere">
              {formatMoney(totalOutstanding, currency)}
            </dd>
          </dl>
        )}
      </div>
    </Panel>
  );
}

type Tile = { count: keyof Counts; label: string; tab: string; icon: string; needs: Capability };

const tiles: Tile[] = [
  { count: 'invoices', label: 'Invoices', tab: 'invoices', icon: 'receipt-text', needs: 'billing' },
  { count: 'contracts', label: 'Contracts', tab: 'contracts', icon: 'file-text', needs: 'billing' },
  { count: 'payments', label: 'Payments', tab: 'payments', icon: 'credit-card', needs: 'billing' },
  { count: 'licenses', label: 'Licenses', tab: 'licenses', icon: 'key', needs: 'technical' },
  { count: 'openTickets', label: 'Open Tickets', tab: 'support', icon: 'life-buoy', needs: 'tickets' },
];

function CountTiles() {
  const can = useCan();
  const { data: counts, error, refetch } = useQuery(countsQuery);
  if (error !== null && counts === undefined) {
    return (
      <div className="records-frame">
        <LoadError what="your counts" message={error.message} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <ul
      aria-label="Your records"
      className="grid grid-cols-2 gap-3 md:auto-cols-[minmax(0,1fr)] md:grid-flow-col md:grid-cols-none"
    >
      {tiles.map(
        ({ count, label, tab, icon, needs }) =>
          can(needs) && (
            <li key={count} className="min-w-0 last:odd:col-span-2 md:last:odd:col-span-1">
              <Link
                to={`/customer-portal/${tab}`}
                prefetch="intent"
                className="group flex h-full items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-4 lg:px-5 transition-colors hover:border-azure"
              >
                <span className="min-w-0">
                  <span className="block font-heading text-3xl font-bold tracking-tight tabular-nums">
                    {counts?.[count] === undefined ? <span className="skeleton" /> : formatCount(counts[count])}
                  </span>
                  <span className="block text-sm text-muted group-hover:text-azure">{label}</span>
                </span>
                <Icon name={icon} className="size-5 text-sea-ink max-[24rem]:hidden md:max-lg:hidden" />
              </Link>
            </li>
          ),
      )}
    </ul>
  );
}
