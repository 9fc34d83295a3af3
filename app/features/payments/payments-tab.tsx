import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FullText } from '#app/components/ui/full-text.tsx';
import type { ListDefinition } from '#app/components/records/definition.ts';
import { Money } from '#app/components/records/money.tsx';
import { RecordList } from '#app/components/records/record-list.tsx';
import { StatusBadge, type Statuses, statusLabel } from '#app/components/records/status-badge.tsx';
import { formatDay, notAvailable } from '#app/lib/formats.ts';
import type { Payment, paymentSorts } from '#contract/payments.ts';

const statuses: Statuses = {
  completed: { label: 'Completed', look: 'success' },
  pending: { label: 'Pending', look: 'warning' },
  failed: { label: 'Failed', look: 'destructive' },
  refunded: { label: 'Refunded', look: 'secondary' },
};

const methods: Statuses = {
  bank_transfer: { label: 'Bank Transfer', look: 'secondary' },
  credit_card: { label: 'Credit Card', look: 'secondary' },
  check: { label: 'Check', look: 'secondary' },
  cash: { label: 'Cash', look: 'secondary' },
};

const sorts = [
  'paymentDate',
  'paymentReference',
  'amount',
  'paymentMethod',
  'status',
] satisfies (typeof paymentSorts)[number][];

const payments: ListDefinition<Payment> = {
  list: 'payments',
  title: 'Payment History',
  noun: 'payments',
  searchHint: 'Reference, amount or notes',
  defaultSort: 'paymentDate',
  defaultSortLabel: 'Payment Date',
  sorts,
  statuses: Object.keys(statuses),
  statusLabel: statusLabel(statuses),
  columns: [
    {
      label: 'Reference',
      sort: 'paymentReference',
      share: 20,
      place: 'title',
      cell: ({ paymentReference }) => (
        <span className="flex items-center gap-1">
          <FullText text={paymentReference} className="font-semibold" />
          <CopyButton text={paymentReference} label="Copy payment reference" />
        </span>
      ),
      csv: ({ paymentReference }) => paymentReference,
    },
    {
      label: 'Amount',
      sort: 'amount',
      share: 13,
      place: 'half',
      isMoney: true,
      cell: ({ amount }) => <Money amount={amount} />,
      csv: ({ amount }) => amount,
    },
    {
      label: 'Payment Date',
      sort: 'paymentDate',
      share: 14,
      place: 'half',
      cell: ({ paymentDate }) => formatDay(paymentDate),
      csv: ({ paymentDate }) => paymentDate,
    },
    {
      label: 'Method',
      sort: 'paymentMethod',
      share: 15,
      place: 'half',
      cell: ({ paymentMethod }) => <StatusBadge value={paymentMethod} known={methods} />,
      csv: ({ paymentMethod }) => statusLabel(methods)(paymentMethod),
    },
    {
      label: 'Status',
      sort: 'status',
      share: 13,
      place: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses)(status),
    },
    {
      label: 'Notes',
      share: 25,
      place: 'half',
      cell: ({ notes }) => <FullText text={notes || notAvailable} />,
      csv: ({ notes }) => notes ?? '',
    },
  ],
};

export const PaymentsTab = () => <RecordList definition={payments} />;
