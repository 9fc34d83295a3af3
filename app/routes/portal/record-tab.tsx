import { useQueryClient } from '@tanstack/react-query';
import { ListOwner } from '#app/components/records/list-owner.ts';
import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import { TicketsTab } from '#app/features/tickets/tickets-tab.tsx';
import type { User } from '#contract/auth.ts';
import type { PortalTab } from './portal-tabs.ts';

const lists = { invoices: InvoicesTab, contracts: ContractsTab, payments: PaymentsTab, licenses: LicensesTab };

export type RecordTabProps = {
  name: Exclude<PortalTab['name'], 'overview'>;
  user: User;
  customerName: string | undefined;
  onSignedOut: () => void;
};

export function RecordTab({ name, user, customerName, onSignedOut }: RecordTabProps) {
  const client = useQueryClient();
  const refreshCounts = () => void client.invalidateQueries({ queryKey: ['overview'] });
  const List = name === 'support' ? undefined : lists[name];
  return (
    <ListOwner value={{ userId: user.id, customerName }}>
      {List === undefined ? (
        <TicketsTab userId={user.id} onSignedOut={onSignedOut} onCreated={refreshCounts} />
      ) : (
        <List />
      )}
    </ListOwner>
  );
}
