import { useQueryClient } from '@tanstack/react-query';
import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import { TicketsTab } from '#app/features/tickets/tickets-tab.tsx';
import type { User } from '#contract/auth.ts';
import type { PortalTab } from './portal-tabs.ts';

const lists = { invoices: InvoicesTab, contracts: ContractsTab, payments: PaymentsTab, licenses: LicensesTab };

type RecordTabProps = { name: Exclude<PortalTab['name'], 'overview'>; user: User; onSignedOut: () => void };

export function RecordTab({ name, user, onSignedOut }: RecordTabProps) {
  const client = useQueryClient();
  if (name === 'support') {
    const refreshCounts = () => void client.invalidateQueries({ queryKey: ['overview'] });
    return <TicketsTab userId={user.id} onSignedOut={onSignedOut} onCreated={refreshCounts} />;
  }
  const List = lists[name];
  return <List />;
}
