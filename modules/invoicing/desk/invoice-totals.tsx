import { Panel } from '#app/components/ui/panel.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import type { IssuePreview } from '../contract/invoice-issue.ts';
import { vatLabel } from './invoice-lines.tsx';

type InvoiceTotalsProps = {
  preview: IssuePreview | undefined;
  isCurrent: boolean;
  error: string | undefined;
  copy: NewInvoiceCopy;
};

/** As the server calculates them. */
export function InvoiceTotals({ preview, isCurrent, error, copy }: InvoiceTotalsProps) {
  const formats = useFormats();
  const amount = (value: string) => formats.amount(value, preview?.currency ?? 'EUR');
  return (
    <Panel title={copy.totals.title}>
      <div className="grid gap-2 px-5 py-4 text-sm tabular-nums" aria-busy={!isCurrent}>
        {preview === undefined && error === undefined && <p className="text-muted">{copy.totals.waiting}</p>}
        <FormError message={error} />
        {preview !== undefined && (
          <dl className="grid gap-2">
            <div className="flex justify-between gap-4">
              <dt>{copy.totals.net}</dt>
              <dd>{amount(preview.totals.net)}</dd>
            </div>
            {preview.taxes.map((tax) => (
              <div key={`${tax.category} ${tax.rate}`} className="flex justify-between gap-4">
                <dt>
                  {copy.totals.tax(vatLabel(copy, tax.category === 'S' ? `S${tax.rate}` : tax.category))}{' '}
                  <span className="text-muted">{copy.totals.base(amount(tax.base))}</span>
                  {tax.exemption !== null && <span className="block text-xs text-muted">{tax.exemption}</span>}
                </dt>
                <dd>{amount(tax.amount)}</dd>
              </div>
            ))}
            <div className="flex justify-between gap-4 border-t border-line pt-2 text-base font-semibold">
              <dt>{copy.totals.gross}</dt>
              <dd data-gross={preview.totals.gross}>{amount(preview.totals.gross)}</dd>
            </div>
          </dl>
        )}
      </div>
    </Panel>
  );
}
