import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { canDo, paths, useDesk } from '#app/desk/components/desk-context.ts';
import { correctionsOf, RecordDialog } from '#app/desk/records/record-dialogs.tsx';
import { invoiceName } from '#app/lib/formats.ts';
import { compare } from '#contract/decimal.ts';
import type { DeskInvoiceDetail } from '#contract/record-detail.ts';
import { invoices } from '#contract/record-lists.ts';
import { voidStatus } from '#contract/staff.ts';
import { useRecordPagesCopy } from './record-pages-copy.ts';

/** Only a credit note changes these of a document that we issued. */
const fixedFields = new Set(['number', 'amount']);

export function InvoiceActions({ invoice }: { invoice: DeskInvoiceDetail }) {
  const desk = useDesk();
  const { deskPages } = useRecordPagesCopy();
  const [open, setOpen] = useState<'correct' | 'void'>();
  const { copy, me } = desk;
  if (!canDo(me, 'records') || invoice.status === voidStatus) return null;
  const correctable = correctionsOf(desk, invoices, invoiceName);
  const item = {
    ...invoice,
    credits: invoice.credits?.number ?? null,
    createdAt: invoice.issuedOn,
    riskScore: invoice.riskScore ?? 0,
  };
  return (
    <>
      {invoice.number !== null && compare(invoice.creditable, '0') > 0 && (
        <Link to={`${paths.newInvoice}?credits=${invoice.id}`} className={buttonClass('secondary', 'sm')}>
          {deskPages.credit}
        </Link>
      )}
      <Button variant="secondary" size="sm" onClick={() => setOpen('correct')}>
        {copy.records.correct}
      </Button>
      {!invoice.isWritten && (
        <Button variant="secondary" size="sm" onClick={() => setOpen('void')}>
          {copy.records.void}
        </Button>
      )}
      {open && (
        <RecordDialog
          kind={open}
          item={item}
          customerId={invoice.customerId}
          correctable={
            invoice.isWritten
              ? {
                  ...correctable,
                  fields: correctable.fields.filter(({ name }) => !fixedFields.has(name)),
                  note: deskPages.issuedNote,
                }
              : correctable
          }
          statuses={copy.statuses.invoices}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
