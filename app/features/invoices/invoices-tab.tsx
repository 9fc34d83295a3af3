import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import type { ListDefinition, Statuses } from '#app/components/data-list/list-view.ts';
import { badgeColumn, dayColumn, moneyColumn } from '#app/components/data-list/columns.tsx';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import type { Invoice } from '#contract/records.ts';
import { invoiceSorts } from '#contract/sorts.ts';

/** product §9: above 70 red, above 40 yellow, otherwise green. */
export function riskVariant(score: number): keyof typeof riskColors {
  if (score > 70) return 'danger';
  return score > 40 ? 'warning' : 'success';
}

const riskColors = { danger: 'bg-danger', warning: 'bg-sun', success: 'bg-success' };

function RiskBar({ score }: { score: number }) {
  const variant = riskVariant(score);
  return (
    <span
      role="progressbar"
      aria-label="Risk score"
      aria-valuenow={score}
      aria-valuemin={0}
      aria-valuemax={100}
      data-variant={variant}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-line print:border print:border-line-strong print:[print-color-adjust:exact]"
    >
      <span className={classNames('block h-full rounded-full', riskColors[variant])} style={{ width: `${score}%` }} />
    </span>
  );
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
    moneyColumn('amount', { label: 'Amount', widthPercent: 16 }),
    dayColumn('dueDate', { label: 'Due Date', widthPercent: 16 }),
    badgeColumn('status', { label: 'Status', widthPercent: 14, cardSlot: 'badge', known: statuses }),
    {
      label: 'Risk Score',
      sort: 'riskScore',
      widthPercent: 20,
      cardSlot: 'wide',
      cell: ({ riskScore }) => (
        <span className="flex items-center gap-3">
          <RiskBar score={riskScore} />
          <span className="w-10 shrink-0 text-right text-xs tabular-nums">{riskScore}%</span>
        </span>
      ),
      isNumber: true,
      csv: ({ riskScore }) => String(riskScore),
    },
  ],
};

export const InvoicesTab = () => <RecordList definition={invoices} />;
