import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { portalList } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import type { InvoicesCopy } from '#content/portal/en/lists.ts';
import type { Invoice } from '#contract/records.ts';
import { invoices } from '#contract/record-lists.ts';

/** product §9: above 70 red, above 40 yellow, otherwise green. */
export function riskVariant(score: number): keyof typeof riskColors {
  if (score > 70) return 'danger';
  return score > 40 ? 'warning' : 'success';
}

const riskColors = { danger: 'bg-danger', warning: 'bg-sun', success: 'bg-success' };

function RiskBar({ score, label }: { score: number; label: string }) {
  const variant = riskVariant(score);
  return (
    <span
      role="progressbar"
      aria-label={label}
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

const variants = { paid: 'success', overdue: 'destructive', pending: 'warning' } as const;

function InvoiceId({ invoice, copyLabel }: { invoice: Invoice; copyLabel: (name: string) => string }) {
  const { copied } = useCommonCopy();
  const name = invoiceName(invoice);
  return (
    <span className="flex items-center gap-1">
      <TruncatedText text={name} className={invoice.number === null ? 'font-mono text-xs' : 'font-semibold'} />
      <CopyButton text={name} label={copyLabel(name)} copiedLabel={copied} />
    </span>
  );
}

const invoicesList = (copy: InvoicesCopy) =>
  portalList(invoices, copy, {
    fetchPage: api.portal.invoices.$get,
    known: { status: badges(copy.statuses, variants) },
    changes: {
      id: {
        cardSlot: 'title',
        cell: (invoice) => <InvoiceId invoice={invoice} copyLabel={copy.copyId} />,
        csv: ({ id, number }) => number ?? id,
      },
      riskScore: {
        cardSlot: 'wide',
        cell: ({ riskScore }) => (
          <span className="flex items-center gap-3">
            <RiskBar score={riskScore} label={copy.risk} />
            <span className="w-10 shrink-0 text-right text-xs tabular-nums">{copy.percent(riskScore)}</span>
          </span>
        ),
      },
    },
  });

export function InvoicesTab({ copy }: { copy: InvoicesCopy }) {
  return <RecordList definition={invoicesList(copy)} />;
}
