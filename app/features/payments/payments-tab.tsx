import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import type { ListDefinition } from '#app/components/data-list/list-view.ts';
import { Money, StatusBadge, type Statuses, statusLabel } from '#app/components/data-list/cells.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatDay, notAvailable } from '#app/lib/formats.ts';
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
    {
      label: 'Reference',
      sort: 'paymentReference',
      widthPercent: 20,
      cardSlot: 'title',
      cell: ({ paymentReference }) => (
        <span className="flex items-center gap-1">
          <TruncatedText text={paymentReference} className="font-semibold" />
          <CopyButton text={paymentReference} label="Copy payment reference" />
        </span>
      ),
      csv: ({ paymentReference }) => paymentReference,
    },
    {
      label: 'Amount',
      sort: 'amount',
      widthPercent: 13,
      cardSlot: 'half',
      isMoney: true,
      cell: ({ amount }) => <Money amount={amount} />,
      csv: ({ amount }) => amount,
    },
    {
      label: 'Payment Date',
      sort: 'paymentDate',
      widthPercent: 14,
      cardSlot: 'half',
      cell: ({ paymentDate }) => formatDay(paymentDate),
      csv: ({ paymentDate }) => paymentDate,
    },
    {
      label: 'Method',
      sort: 'paymentMethod',
      widthPercent: 15,
      cardSlot: 'half',
      cell: ({ paymentMethod }) => <StatusBadge value={paymentMethod} known={methods} />,
      csv: ({ paymentMethod }) => statusLabel(methods, paymentMethod),
    },
    {
      label: 'Status',
      sort: 'status',
      widthPercent: 13,
      cardSlot: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses, status),
    },
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
