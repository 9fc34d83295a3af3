import { lazy, Suspense, useEffect } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { ListsCopyContext } from '#app/components/data-list/lists-copy.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ContractsTab, InvoicesTab, LicensesTab, PaymentsTab } from '#app/features/records/record-tabs.tsx';
import { TicketsCopyContext } from '#app/features/tickets/tickets-copy.ts';
import { TicketsTab } from '#app/features/tickets/tickets-tab.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { portalOffer, useLanguage } from '#app/lib/language.tsx';
import { shellCopy } from './language.ts';
import { appointmentsPath } from './portal-tabs.ts';
import { conversationCopy, listsCopy } from './shared-copy.ts';
import type { PortalContext } from './portal.tsx';

const ticketsCopy = copyPart(() => import('#content/portal/en/tickets.ts'), {
  fr: () => import('#content/portal/fr/tickets.ts'),
  ar: () => import('#content/portal/ar/tickets.ts'),
});
preloadCopy(portalOffer, listsCopy, ticketsCopy);

// One document for the list and for every ticket: the list does not wait for the code of a ticket's page.
const loadTicket = () => import('./ticket.tsx');
const Ticket = lazy(async () => ({ default: (await loadTicket().catch(() => undefined))?.default ?? NoTicket }));

const RecordPage = lazy(async () => ({
  default: (await import('./record-page.tsx').catch(() => undefined))?.default ?? NoTicket,
}));

const NotFound = lazy(async () => ({ default: (await import('./exceptions.tsx')).NotFoundScreen }));

/** One module for all lists: their code is one chunk anyway. */
export default function Records() {
  const { lists } = useCopy(listsCopy);
  const { tickets } = useCopy(ticketsCopy);
  return (
    <ListsCopyContext value={lists}>
      <TicketsCopyContext value={tickets}>
        <RecordsTab />
      </TicketsCopyContext>
    </ListsCopyContext>
  );
}

function RecordsTab() {
  const { shell } = useCopy(shellCopy);
  const { contracts, invoices, licenses, payments } = useCopy(listsCopy);
  const { figures } = useCopy(ticketsCopy);
  const { language } = useLanguage();
  // With its copy, so that it opens when the network has failed meanwhile.
  const loadNewTicket = async () => {
    const [{ NewTicket }] = await Promise.all([import('./new-ticket.tsx'), conversationCopy.load(language)]);
    return NewTicket;
  };
  const { tab: current, user, onSignedOut } = useOutletContext<PortalContext>();
  const { ticketId, record, '*': rest } = useParams();
  // Also a path below that of a tab may lead to nothing.
  const tab = rest === undefined ? current : undefined;
  // Loaded with the list, so that a ticket also opens when the network has failed meanwhile.
  useEffect(() => {
    if (tab === 'support') loadTicket().catch(() => {});
  }, [tab]);
  if (record !== undefined && (tab === 'invoices' || tab === 'contracts' || tab === 'payments' || tab === 'licenses'))
    return (
      <Suspense fallback={<Loading>{shell.record.loading}</Loading>}>
        <RecordPage key={record} tab={tab} name={record} userId={user.id} />
      </Suspense>
    );
  if (tab === 'invoices') return <InvoicesTab copy={invoices} />;
  if (tab === 'contracts') return <ContractsTab copy={contracts} />;
  if (tab === 'payments') return <PaymentsTab copy={payments} />;
  if (tab === 'licenses') return <LicensesTab copy={licenses} />;
  const props = { userId: user.id, onSignedOut };
  if (tab === 'support' && ticketId !== undefined)
    return (
      <Suspense fallback={<Loading>{shell.ticket.loading}</Loading>}>
        <Ticket key={ticketId} id={ticketId} {...props} />
      </Suspense>
    );
  const appointments = import.meta.env.VITE_BOOKING === 'on' && (
    <Link to={appointmentsPath} prefetch="intent" className={buttonClass('secondary', 'sm')}>
      <Icon name="clock" className="size-4" />
      {shell.appointments}
    </Link>
  );
  if (tab === 'support')
    return <TicketsTab {...props} loadDialog={loadNewTicket} figuresCopy={figures} actions={appointments} />;
  return (
    <Suspense>
      <NotFound />
    </Suspense>
  );
}

function NoTicket() {
  const { shell } = useCopy(shellCopy);
  const { title, description } = shell.ticketFailed;
  return (
    <div className="records-frame">
      <LoadError
        title={title}
        error={new ApiError('not_loaded', description)}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
