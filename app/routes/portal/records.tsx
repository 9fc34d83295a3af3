import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useOutletContext, useParams } from 'react-router';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import { TicketsTab } from '#app/features/tickets/tickets-tab.tsx';
import type { PortalContext } from './portal.tsx';

// One document for the list and for every ticket: the list does not wait for the code of a ticket's page.
const loadTicket = () => import('./ticket.tsx');
const Ticket = lazy(async () => ({ default: (await loadTicket().catch(() => undefined))?.default ?? NoTicket }));

/** One module for all lists: their code is one chunk anyway. */
export default function Records() {
  const { tab, user, onSignedOut } = useOutletContext<PortalContext>();
  const { ticketId } = useParams();
  // Loaded with the list, so that a ticket also opens when the network has failed meanwhile.
  useEffect(() => {
    if (tab === 'support') loadTicket().catch(() => {});
  }, [tab]);
  if (tab === 'invoices') return <InvoicesTab />;
  if (tab === 'contracts') return <ContractsTab />;
  if (tab === 'payments') return <PaymentsTab />;
  if (tab === 'licenses') return <LicensesTab />;
  const props = { userId: user.id, onSignedOut };
  if (tab === 'support' && ticketId !== undefined)
    return (
      <Suspense fallback={<Loading what="ticket" />}>
        <Ticket key={ticketId} id={ticketId} {...props} />
      </Suspense>
    );
  if (tab === 'support') return <TicketsTab {...props} />;
  // Reached only by client-side navigation, such as an invalid `next`: the server responds with 404.
  return <Navigate to="/customer-portal" replace />;
}

function NoTicket() {
  return (
    <div className="records-frame">
      <LoadError
        what="this ticket"
        message="Please check your connection and try again."
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
