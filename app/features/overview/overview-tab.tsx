// Rendered once for what was read: memoized, it would be larger and no faster.
'use no memo';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { LoadError, QueryState } from '#app/components/data-list/list-states.tsx';
import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { api } from '#app/lib/api-client.ts';
import { dayOf } from '#app/lib/formats.ts';
import { useCan, useCommonCopy, useCurrency, useFormats } from '#app/lib/portal-context.ts';
import type { OverviewCopy } from '#content/portal/en/overview.ts';
import type { Counts, Customer } from '#contract/customers.ts';
import type { Capability } from '#contract/roles.ts';
import { customerQuery } from './customer-access.ts';
import { DueNext, unpaidList } from './due-next.tsx';
import { Legend, MonthChart } from './month-chart.tsx';
import { ticketStatuses } from '#contract/ticket-states.ts';

const countsQuery = queryOptions({
  queryKey: ['overview', 'counts'],
  queryFn: ({ signal }) => api.portal.records.counts.$get({}, { signal }),
});

const overviewQuery = queryOptions({
  queryKey: ['overview', 'overview'],
  queryFn: ({ signal }) => api.portal.records.overview.$get({}, { signal }),
});

type OverviewTabProps = {
  copy: OverviewCopy;
  /** In place of it, for a user without a customer. */ noCustomer: ReactNode;
};

export function OverviewTab({ copy, noCustomer }: OverviewTabProps) {
  const customer = useQuery(customerQuery);
  if (customer.data === null) return noCustomer;
  if (customer.data === undefined) {
    return <QueryState copy={copy.account} query={customer} isFramed />;
  }
  return (
    <div className="grid gap-3 sm:gap-4">
      <AccountCard customer={customer.data} copy={copy.account} />
      <CountTiles copy={copy.tiles} />
      <OverviewPanels copy={copy} />
    </div>
  );
}

function OverviewPanels({ copy }: { copy: OverviewCopy }) {
  const overview = useQuery(overviewQuery);
  return (
    <section aria-labelledby="overview-title" className="grid gap-3 pt-1 sm:pt-2">
      <h2 id="overview-title" className="text-xl">
        {copy.title}
      </h2>
      {overview.data === undefined ? (
        <QueryState copy={copy.due} query={overview} isFramed />
      ) : (
        <div className="grid gap-4">
          <Panel title={copy.due.title} level="h3">
            <DueNext overview={overview.data} copy={copy.due} />
          </Panel>
          {overview.data.months !== undefined && (
            <Panel title={copy.months.title} level="h3" aside={<Legend copy={copy.months} />}>
              <MonthChart months={overview.data.months} copy={copy.months} />
            </Panel>
          )}
        </div>
      )}
    </section>
  );
}

/** product §2: default for low, secondary for medium, destructive otherwise. */
const riskVariants: Record<string, BadgeVariant> = { low: 'default', medium: 'secondary' };
export const riskBadge = (risk: string): BadgeVariant =>
  (Object.hasOwn(riskVariants, risk) ? riskVariants[risk] : undefined) ?? 'destructive';

const factClass = 'text-sm font-medium wrap-anywhere';

/** Compact: the balance and what is due are in the first screen, on phones too. */
function AccountCard({ customer, copy }: { customer: Customer; copy: OverviewCopy['account'] }) {
  const { notAvailable } = useCommonCopy();
  const currency = useCurrency();
  const formats = useFormats();
  const { name, contact, email, phone, risk, totalOutstanding } = customer;
  return (
    <section aria-labelledby="account-title" className="account-card">
      <h2 id="account-title" className="font-sans text-base font-semibold tracking-normal">
        {copy.title}
      </h2>
      <dl>
        {(
          [
            [copy.name, name],
            [copy.contact, contact],
            [copy.email, email],
            [copy.phone, phone],
          ] as const
        ).map(([label, value]) => (
          <Fact key={label} label={label} className={factClass}>
            {value || notAvailable}
          </Fact>
        ))}
      </dl>
      <dl>
        {risk !== undefined && (
          <Fact label={copy.status} className={factClass}>
            <Badge variant={riskBadge(risk)} className="wrap-anywhere">
              {Object.hasOwn(copy.risks, risk) ? copy.risks[risk] : copy.otherRisk(risk)}
            </Badge>
          </Fact>
        )}
        {totalOutstanding !== undefined && <Balance copy={copy} amount={formats.amount(totalOutstanding, currency)} />}
      </dl>
    </section>
  );
}

/** With the way to what it consists of, and how much of that is late. */
function Balance({ copy, amount }: { copy: OverviewCopy['account']; amount: string }) {
  const formats = useFormats();
  const currency = useCurrency();
  const [today] = useState(() => dayOf(new Date()));
  const unpaid = useQuery(overviewQuery).data?.unpaidInvoices;
  const late = unpaid?.items.filter(({ dueDate }) => (dueDate ?? today) < today) ?? [];
  // Those that are listed are the first to be due.
  const isMore = late.length > 0 && late.length === unpaid?.items.length && late.length < unpaid.total;
  const list = `/customer-portal/${unpaidList(unpaid?.statuses)}`;
  const count = formats.plural(late.length, copy.lateInvoices);
  // In cents, which floats add exactly; contract/decimal.ts is not a part of the first load.
  const cents = late.reduce((sum, { remaining }) => sum + Math.round(Number(remaining) * 100), 0);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-xs text-muted">{copy.balance}</dt>
      <dd className="account-balance font-heading">
        <Link to={list} className="hover:text-azure">
          {amount}
        </Link>
      </dd>
      {/* Its line is there before it is known. */}
      <dd className="min-h-7 font-semibold text-danger">
        {late.length > 0 && (
          <Link to={list} className="hover:underline">
            {isMore
              ? copy.lateAtLeast(formats.number(late.length))
              : copy.late(formats.amount(`${cents / 100}`, currency), count)}
          </Link>
        )}
      </dd>
    </div>
  );
}

type Tile = {
  count: keyof Counts;
  tab: string;
  /** The filter under which the list shows what the tile counts. */
  search?: string;
  needs: Capability;
};

// product §7: all but closed ones.
const openStatuses = ticketStatuses.filter((status) => status !== 'closed');

const tiles: Tile[] = [
  { count: 'invoices', tab: 'invoices', needs: 'billing' },
  { count: 'contracts', tab: 'contracts', needs: 'billing' },
  { count: 'payments', tab: 'payments', needs: 'billing' },
  { count: 'licenses', tab: 'licenses', needs: 'licenses' },
  {
    count: 'openTickets',
    tab: 'support',
    search: `?status=${openStatuses.join(',')}`,
    needs: 'tickets',
  },
];

function CountTiles({ copy }: { copy: OverviewCopy['tiles'] }) {
  const can = useCan();
  const { number } = useFormats();
  const { data: counts, error, refetch } = useQuery(countsQuery);
  if (error !== null && counts === undefined) {
    return (
      <div className="records-frame">
        <LoadError title={copy.failed} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <ul aria-label={copy.label} className="count-tiles">
      {tiles.map(
        ({ count, tab, search = '', needs }) =>
          can(needs) && (
            <li key={count}>
              <Link to={`/customer-portal/${tab}${search}`} prefetch="intent">
                <span className="font-heading text-2xl leading-[1] font-bold tabular-nums">
                  {counts?.[count] === undefined ? <span className="skeleton" /> : number(counts[count])}
                </span>
                <span className="text-muted">{copy[count]}</span>
              </Link>
            </li>
          ),
      )}
    </ul>
  );
}
