import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FullText } from '#app/components/ui/full-text.tsx';
import { ProgressBar } from '#app/components/ui/progress-bar.tsx';
import type { ListDefinition } from '#app/components/records/definition.ts';
import { Money } from '#app/components/records/money.tsx';
import { RecordList } from '#app/components/records/record-list.tsx';
import { StatusBadge, type Statuses, statusLabel } from '#app/components/records/status-badge.tsx';
import { formatDay, invoiceName, notAvailable } from '#app/lib/formats.ts';
import type { Invoice, invoiceSorts } from '#contract/invoices.ts';
import { riskLook } from './risk-look.ts';

const statuses: Statuses = {
  paid: { label: 'Paid', look: 'success' },
  overdue: { label: 'Overdue', look: 'destructive' },
  pending: { label: 'Pending', look: 'warning' },
};

const sorts = ['createdAt', 'id', 'amount', 'dueDate', 'status', 'riskScore'] satisfies (typeof invoiceSorts)[number][];

const invoices: ListDefinition<Invoice> = {
  list: 'invoices',
  title: 'Your Invoices',
  noun: 'invoices',
  searchHint: 'Number, amount, date or status',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Newest',
  sorts,
  statuses: Object.keys(statuses),
  statusLabel: statusLabel(statuses),
  columns: [
    {
      label: 'Invoice ID',
      sort: 'id',
      share: 34,
      place: 'title',
      cell: (invoice) => (
        <span className="flex items-center gap-1">
          <FullText
            text={invoiceName(invoice)}
            className={invoice.number === null ? 'font-mono text-xs' : 'font-semibold'}
          />
          <CopyButton text={invoiceName(invoice)} label="Copy invoice ID" />
        </span>
      ),
      csv: ({ id, number }) => number ?? id,
    },
    {
      label: 'Amount',
      sort: 'amount',
      share: 16,
      place: 'half',
      isMoney: true,
      cell: ({ amount }) => <Money amount={amount} />,
      csv: ({ amount }) => amount,
    },
    {
      label: 'Due Date',
      sort: 'dueDate',
      share: 16,
      place: 'half',
      cell: ({ dueDate }) => (dueDate === null ? notAvailable : formatDay(dueDate)),
      csv: ({ dueDate }) => dueDate ?? '',
    },
    {
      label: 'Status',
      sort: 'status',
      share: 14,
      place: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses)(status),
    },
    {
      label: 'Risk Score',
      sort: 'riskScore',
      share: 20,
      place: 'wide',
      cell: ({ riskScore }) => (
        <span className="flex items-center gap-3">
          <ProgressBar value={riskScore} look={riskLook(riskScore)} label="Risk score" />
          <span className="w-10 shrink-0 text-right text-xs tabular-nums">{riskScore}%</span>
        </span>
      ),
      isNumber: true,
      csv: ({ riskScore }) => String(riskScore),
    },
  ],
};

export const InvoicesTab = () => <RecordList definition={invoices} />;
