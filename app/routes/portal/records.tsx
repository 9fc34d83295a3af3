import { Navigate, useOutletContext } from 'react-router';
import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import { TicketsTab } from '#app/features/tickets/tickets-tab.tsx';
import type { PortalContext } from './portal.tsx';

/** One module for all lists: their code is one chunk anyway. */
export default function Records() {
  const { tab, user, onSignedOut } = useOutletContext<PortalContext>();
  if (tab === 'invoices') return <InvoicesTab />;
  if (tab === 'contracts') return <ContractsTab />;
  if (tab === 'payments') return <PaymentsTab />;
  if (tab === 'licenses') return <LicensesTab />;
  if (tab === 'support') return <TicketsTab userId={user.id} onSignedOut={onSignedOut} />;
  // Reached only by client-side navigation, such as an invalid `next`: the server responds with 404.
  return <Navigate to="/customer-portal" replace />;
}
