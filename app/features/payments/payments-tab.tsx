import { copyCell, portalList } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import type { PaymentsCopy } from '#content/portal/en/lists.ts';
import { payments } from '#contract/record-lists.ts';

const variants = { completed: 'success', pending: 'warning', failed: 'destructive', refunded: 'secondary' } as const;
const methodVariants = {
  bank_transfer: 'secondary',
  credit_card: 'secondary',
  check: 'secondary',
  cash: 'secondary',
} as const;

const paymentsList = (copy: PaymentsCopy) =>
  portalList(payments, copy, {
    fetchPage: api.portal.payments.$get,
    known: { status: badges(copy.statuses, variants), paymentMethod: badges(copy.methods, methodVariants) },
    changes: {
      paymentReference: copyCell('paymentReference', copy.copyReference),
      notes: { cardSlot: 'half' },
    },
  });

export function PaymentsTab({ copy }: { copy: PaymentsCopy }) {
  return <RecordList definition={paymentsList(copy)} />;
}
