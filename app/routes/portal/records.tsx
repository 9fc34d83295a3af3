import { useLocation } from 'react-router';
import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import { openTab } from './portal-tabs.ts';

const tabs = { invoices: InvoicesTab, contracts: ContractsTab, payments: PaymentsTab, licenses: LicensesTab };

/** One module for four routes: their code is one chunk anyway. */
export default function Records() {
  const name = openTab(useLocation().pathname)?.name;
  const Tab = Object.entries(tabs).find(([tab]) => tab === name)?.[1];
  return Tab && <Tab />;
}
