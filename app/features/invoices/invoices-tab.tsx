import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { ProgressBar, type ProgressVariant } from '#app/components/ui/progress-bar.tsx';
import type { ListDefinition } from '#app/components/data-list/list-view.ts';
import { Money, StatusBadge, type Statuses, statusLabel } from '#app/components/data-list/cells.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatDay, invoiceName, notAvailable } from '#app/lib/formats.ts';
import type { Invoice } from '#contract/records.ts';
import { invoiceSorts } from '#contract/sorts.ts';

/** product §9: above 70 red, above 40 yellow, otherwise green. */
export function riskVariant(score: number): ProgressVariant {
  if (score > 70) return 'danger';
  return score > 40 ? 'warning' : 'success';
}

const statuses: Statuses = {
  paid: { label: 'Paid', variant: 'success' },
  overdue: { label: 'Overdue', variant: 'destructive' },
  pending: { label: 'Pending', variant: 'warning' },
};

const invoices: ListDefinition<Invoice> = {
  list: 'invoices',
  fetchPage: api.portal.invoices.$get,
  title: 'Your Invoices',
  noun: 'invoices',
  searchHint: 'Number, amount, date or status',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Newest',
  sorts: invoiceSorts,
  statuses,
  columns: [
    {
      label: 'Invoice ID',
      sort: 'id',
      widthPercent: 34,
      cardSlot: 'title',
      cell: (invoice) => (
        <span className="flex items-center gap-1">
          <TruncatedText
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
      widthPercent: 16,
      cardSlot: 'half',
      isMoney: true,
      cell: ({ amount }) => <Money amount={amount} />,
      csv: ({ amount }) => amount,
    },
    {
      label: 'Due Date',
      sort: 'dueDate',
      widthPercent: 16,
      cardSlot: 'half',
      cell: ({ dueDate }) => (dueDate === null ? notAvailable : formatDay(dueDate)),
      csv: ({ dueDate }) => dueDate ?? '',
    },
    {
      label: 'Status',
      sort: 'status',
      widthPercent: 14,
      cardSlot: 'badge',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses, status),
    },
    {
      label: 'Risk Score',
      sort: 'riskScore',
      widthPercent: 20,
      cardSlot: 'wide',
      cell: ({ riskScore }) => (
        <span className="flex items-center gap-3">
          <ProgressBar value={riskScore} variant={riskVariant(riskScore)} label="Risk score" />
          <span className="w-10 shrink-0 text-right text-xs tabular-nums">{riskScore}%</span>
        </span>
      ),
      isNumber: true,
      csv: ({ riskScore }) => String(riskScore),
    },
  ],
};

export const InvoicesTab = () => <RecordList definition={invoices} />;
