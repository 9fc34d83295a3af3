import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import type { ListDefinition, Statuses } from '#app/components/data-list/list-view.ts';
import { badgeColumn, copyColumn, dayColumn, moneyColumn } from '#app/components/data-list/columns.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { notAvailable } from '#app/lib/formats.ts';
import type { Payment } from '#contract/records.ts';
import { paymentSorts } from '#contract/sorts.ts';

const statuses: Statuses = {
  completed: { label: 'Completed', variant: 'success' },
  pending: { label: 'Pending', variant: 'warning' },
  failed: { label: 'Failed', variant: 'destructive' },
  refunded: { label: 'Refunded', variant: 'secondary' },
};

const methods: Statuses = {
  bank_transfer: { label: 'Bank Transfer', variant: 'secondary' },
  credit_card: { label: 'Credit Card', variant: 'secondary' },
  check: { label: 'Check', variant: 'secondary' },
  cash: { label: 'Cash', variant: 'secondary' },
};

const payments: ListDefinition<Payment> = {
  list: 'payments',
  fetchPage: api.portal.payments.$get,
  title: 'Payment History',
  noun: 'payments',
  searchHint: 'Reference, amount or notes',
  defaultSort: 'paymentDate',
  defaultSortLabel: 'Payment Date',
  sorts: paymentSorts,
  statuses,
  columns: [
    copyColumn('paymentReference', { label: 'Reference', widthPercent: 20, copyLabel: 'Copy payment reference' }),
    moneyColumn('amount', { label: 'Amount', widthPercent: 13 }),
    dayColumn('paymentDate', { label: 'Payment Date', widthPercent: 14 }),
    badgeColumn('paymentMethod', { label: 'Method', widthPercent: 15, known: methods }),
    badgeColumn('status', { label: 'Status', widthPercent: 13, cardSlot: 'badge', known: statuses }),
    {
      label: 'Notes',
      widthPercent: 25,
      cardSlot: 'half',
      cell: ({ notes }) => <TruncatedText text={notes || notAvailable} />,
      csv: ({ notes }) => notes ?? '',
    },
  ],
};

export const PaymentsTab = () => <RecordList definition={payments} />;
