import { useOutletContext } from 'react-router';
import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import type { PortalContext } from './portal-screen.tsx';

/** One module for four routes: their code is one chunk anyway. */
export default function Records() {
  const { tab } = useOutletContext<PortalContext>();
  if (tab === 'invoices') return <InvoicesTab />;
  if (tab === 'contracts') return <ContractsTab />;
  if (tab === 'payments') return <PaymentsTab />;
  return tab === 'licenses' && <LicensesTab />;
}
