import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TabList, TabPanel, Tabs, useTab } from '#app/components/ui/tabs.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskCustomer } from '#contract/desk.ts';
import { viewingPermissions } from '#contract/staff.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { canDo, customerPath, customersPath, messageOf, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { CustomerDialog } from './customers.tsx';
import { useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { ImportPanel } from '#app/desk/import/import.tsx';
import { People } from '#app/desk/people/people.tsx';
import { Contracts, CustomerTickets, Invoices, Licenses, Payments } from '#app/desk/records/record-lists.tsx';
import { BackLink, Contact, Missing } from '#app/desk/components/desk-parts.tsx';

export function CustomerPage({ id }: { id: string }) {
  const { copy } = useDesk();
  const query = useQuery({
    queryKey: ['desk', 'customer', id],
    queryFn: ({ signal }) => api.desk.customers.detail.$get({ query: { id } }, { signal }),
  });
  useTitle(query.data?.name);
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={copy.customer.missing} to={customersPath} back={copy.customer.back} />;
  return (
    <div className="grid gap-5">
      <BackLink to={customersPath}>{copy.customer.back}</BackLink>
      {query.data === undefined ? (
        <div className="records-frame">
          <LoadState query={query} />
        </div>
      ) : (
        <>
          <CustomerHeader customer={query.data} />
          <CustomerTabs customer={query.data} />
        </>
      )}
    </div>
  );
}

function CustomerHeader({ customer }: { customer: DeskCustomer }) {
  const { copy, me, currency, reportError } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const view = async () => {
    setIsStarting(true);
    try {
      await api.desk.customers['start-viewing'].$post({ json: { customerId: customer.id } });
      // A new document: nothing that this tab has cached for another customer is shown.
      window.location.assign('/customer-portal');
    } catch (error) {
      setIsStarting(false);
      reportError(error);
      toast({ source: 'viewing', title: messageOf(error, copy), variant: 'destructive' });
    }
  };
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 text-2xl wrap-anywhere">
              {customer.name}
            </h1>
            <DeskStatus of="namedRisks" value={customer.risk} />
          </div>
          <Contact {...customer} />
        </div>
        <div className="flex flex-wrap gap-2">
          {canDo(me, 'accounts') && (
            <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
              <Icon name="settings" className="size-4" />
              {copy.customer.edit}
            </Button>
          )}
          {canDo(me, ...viewingPermissions) && (
            <Button
              variant="secondary"
              size="sm"
              disabled={isStarting}
              title={copy.customer.viewAsHint}
              onClick={() => void view()}
            >
              <Icon name="eye" className="size-4" />
              {copy.customer.viewAs}
            </Button>
          )}
        </div>
      </div>
      <dl className="desk-figures">
        <Figure label={copy.customer.outstanding}>{formats.amount(customer.totalOutstanding, currency)}</Figure>
        {customer.openTickets !== null && (
          <Figure label={copy.customer.openTickets}>{formats.number(customer.openTickets)}</Figure>
        )}
        <Figure label={copy.customer.since}>{formats.momentDay(customer.createdAt)}</Figure>
      </dl>
      {isEditing && (
        <CustomerDialog
          {...copy.customer.editDialog}
          customer={customer}
          onSave={async (values) => {
            await api.desk.customers.change.$post({ json: { id: customer.id, ...values } });
            await client.invalidateQueries({ queryKey: ['desk'] });
            toast({ title: copy.customer.changed });
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
    </header>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const SupportFigures = lazy(async () => ({
  default: (await import('#app/desk/tickets/support-figures.tsx')).SupportFigures,
}));

const tabNames = ['people', 'invoices', 'contracts', 'payments', 'licenses', 'tickets', 'import'] as const;
type TabName = (typeof tabNames)[number];

function CustomerTabs({ customer }: { customer: DeskCustomer }) {
  const { copy, me } = useDesk();
  const { get } = useUrlFilters();
  const visible = tabNames.filter((name) => {
    if (name === 'people') return canDo(me, 'accounts');
    if (name === 'tickets') return canDo(me, 'support');
    return name !== 'import' || canDo(me, 'records');
  });
  const open = visible.find((name) => name === get('tab')) ?? visible[0] ?? 'invoices';
  return (
    <Tabs value={open} className="grid min-w-0 gap-5">
      <TabList aria-label={copy.customer.tabs.label} className="desk-tabs">
        {visible.map((name) => (
          <TabLink key={name} name={name} customer={customer} />
        ))}
      </TabList>
      {visible.map((name) => (
        <TabPanel key={name} value={name} tabIndex={-1} className="min-w-0">
          <TabContent name={name} customer={customer} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function TabLink({ name, customer }: { name: TabName; customer: DeskCustomer }) {
  const { copy } = useDesk();
  const formats = useFormats();
  const count = name === 'import' ? null : customer.counts[name];
  return (
    <Link
      {...useTab(name)}
      to={customerPath(customer.id, name)}
      preventScrollReset
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        event.currentTarget.click();
      }}
    >
      {copy.customer.tabs[name]}
      {count !== null && <span className="desk-tab-count">{formats.number(count)}</span>}
    </Link>
  );
}

function TabContent({ name, customer: { id } }: { name: TabName; customer: DeskCustomer }) {
  if (name === 'people') return <People customerId={id} />;
  if (name === 'invoices') return <Invoices customerId={id} />;
  if (name === 'contracts') return <Contracts customerId={id} />;
  if (name === 'payments') return <Payments customerId={id} />;
  if (name === 'licenses') return <Licenses customerId={id} />;
  if (name === 'tickets')
    return (
      <>
        <CustomerTickets customerId={id} />
        <Suspense fallback={null}>
          <SupportFigures customerId={id} />
        </Suspense>
      </>
    );
  return <ImportPanel customerId={id} />;
}
