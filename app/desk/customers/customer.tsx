import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { bringIntoView } from '#app/components/ui/bring-into-view.ts';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TabList, TabPanel, Tabs, useTab } from '#app/components/ui/tabs.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { ListOwner, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskCustomer } from '#contract/desk-customers.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import { dashboardPermissions, type StaffPermission, viewingPermissions } from '#contract/staff.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import {
  canDo,
  customerPath,
  paths,
  statementPath,
  useAttempt,
  useDesk,
  useDeskSlots,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { CustomerDialog, describeOverdue } from './customers.tsx';
import { useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { ImportPanel } from '#app/desk/import/import.tsx';
import { People } from '#app/desk/people/people.tsx';
import { Contracts, CustomerTickets, Invoices, Licenses, Payments } from '#app/desk/records/record-lists.tsx';
import { NewTicketButton } from '#app/desk/components/new-ticket-button.tsx';
import { BackLink, Contact, Missing } from '#app/desk/components/desk-parts.tsx';

export function CustomerPage({ id }: { id: string }) {
  const { copy, me } = useDesk();
  const query = useQuery({
    queryKey: ['desk', 'customer', id],
    queryFn: ({ signal }) => api.desk.customers.detail.$get({ query: { id } }, { signal }),
  });
  useTitle(query.data?.name);
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={copy.customer.missing} to={paths.customers} back={copy.customer.back} />;
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to={paths.customers}>{copy.customer.back}</BackLink>
      {query.data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <ListOwner value={{ userId: me.userId, customerName: query.data.name }}>
          <CustomerHeader customer={query.data} />
          <CustomerTabs customer={query.data} />
        </ListOwner>
      )}
    </div>
  );
}

function CustomerHeader({ customer }: { customer: DeskCustomer }) {
  const { copy, me, currency } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const { isBusy, attempt } = useAttempt('viewing');
  const view = async () => {
    await api.desk.customers['start-viewing'].$post({ json: { customerId: customer.id } });
    // A new document: nothing that this tab has cached for another customer is shown.
    window.location.assign('/customer-portal');
  };
  const overdue = describeOverdue(customer, copy, formats, currency);
  const figures: [label: string, value: string | null, note?: string | undefined][] = [
    [copy.customer.outstanding, formats.amount(customer.totalOutstanding, currency), overdue],
    [copy.customer.openTickets, customer.openTickets === null ? null : formats.number(customer.openTickets)],
    [copy.customer.since, formats.momentDay(customer.createdAt)],
  ];
  return (
    <header className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 text-2xl wrap-anywhere">
              {customer.name}
            </h1>
            <DeskStatus of="namedRisks" value={customer.risk} />
          </div>
          <Contact {...customer} />
          <dl className="desk-figures mt-2.5">
            {figures.map(
              ([label, value, note]) =>
                value !== null && (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                    {note && <dd>{note}</dd>}
                  </div>
                ),
            )}
          </dl>
        </div>
        <div className="customer-actions">
          <NewTicketButton customerId={customer.id} variant="secondary" />
          <Link to={statementPath(customer.id)} className={buttonClass('secondary', 'sm')}>
            <Icon name="receipt-text" className="size-4" />
            {copy.customer.statement}
          </Link>
          {canDo(me, ...dashboardPermissions) && (
            <Link to={`${paths.dashboard}?customerId=${customer.id}`} className={buttonClass('secondary', 'sm')}>
              <Icon name="layout-dashboard" className="size-4" />
              {copy.customer.dashboard}
            </Link>
          )}
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
              disabled={isBusy}
              title={copy.customer.viewAsHint}
              onClick={() => void attempt(view)}
            >
              <Icon name="eye" className="size-4" />
              {copy.customer.viewAs}
            </Button>
          )}
        </div>
      </div>
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

const SupportFigures = lazy(async () => ({
  default: (await import('#app/desk/tickets/support-figures.tsx')).SupportFigures,
}));

function Tickets({ customerId }: { customerId: string }) {
  return (
    <>
      <CustomerTickets customerId={customerId} />
      <Suspense fallback={null}>
        <SupportFigures customerId={customerId} />
      </Suspense>
    </>
  );
}

function InvoicesWithReminders({ customerId }: { customerId: string }) {
  const { Reminders } = useDeskSlots();
  return (
    <div className="grid gap-5">
      {/* Before the list, which may be thousands of rows long. */}
      <Suspense fallback={<div className="min-h-32" />}>
        <Reminders customerId={customerId} />
      </Suspense>
      <Invoices customerId={customerId} />
    </div>
  );
}

type Tab = { name: keyof DeskCopy['customer']['tabs']; Content: typeof Tickets; needs?: StaffPermission };
const tabs = [
  { name: 'people', Content: People, needs: 'accounts' },
  { name: 'invoices', Content: InvoicesWithReminders },
  { name: 'contracts', Content: Contracts },
  { name: 'payments', Content: Payments },
  { name: 'licenses', Content: Licenses },
  { name: 'tickets', Content: Tickets, needs: 'support' },
  { name: 'import', Content: ImportPanel, needs: 'records' },
] as const satisfies Tab[];
type TabName = (typeof tabs)[number]['name'];

function CustomerTabs({ customer }: { customer: DeskCustomer }) {
  const { copy, me } = useDesk();
  const { get } = useUrlFilters();
  const visible = tabs.filter((tab) => !('needs' in tab) || canDo(me, tab.needs));
  const open = (visible.find(({ name }) => name === get('tab')) ?? visible[0])?.name ?? 'invoices';
  return (
    <Tabs value={open} className="grid min-w-0 gap-5">
      <TabList aria-label={copy.customer.tabs.label} className="desk-tabs">
        {visible.map(({ name }) => (
          <TabLink key={name} name={name} customer={customer} isNamed={name === get('tab')} />
        ))}
      </TabList>
      {visible.map(({ name, Content }) => (
        <TabPanel key={name} value={name} tabIndex={-1} className="min-w-0">
          <Content customerId={customer.id} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

type TabLinkProps = { name: TabName; customer: DeskCustomer; /** In the URL. */ isNamed: boolean };

function TabLink({ name, customer, isNamed }: TabLinkProps) {
  const { copy } = useDesk();
  const formats = useFormats();
  const count = name === 'import' ? null : customer.counts[name];
  return (
    <Link
      {...useTab(name)}
      ref={isNamed ? bringIntoView : undefined}
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
