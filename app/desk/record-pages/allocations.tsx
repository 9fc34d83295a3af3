import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { DeskSelect, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { RowAction } from '#app/desk/components/desk-parts.tsx';
import { readAmount, typedAmount } from '#app/desk/records/record-dialogs.tsx';
import { api } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { useRecordPagesCopy } from './record-pages-copy.ts';
import { compare } from '#contract/decimal.ts';
import type { DeskInvoiceDetail, Settlement } from '#contract/record-detail.ts';

function useRefetch() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['desk'] });
}

/** Settles this invoice with a payment or a credit note of its customer. The database refuses more than either side has. */
export function AllocationForm({ invoice }: { invoice: DeskInvoiceDetail }) {
  const { allocate: copy } = useRecordPagesCopy().deskPages;
  const { currency } = useDesk();
  const formats = useFormats();
  const refetch = useRefetch();
  const { isBusy, attempt } = useAttempt('allocations');
  const [error, setError] = useState<string>();
  const [sourceId, setSourceId] = useState(invoice.sources[0]?.id);
  const available = invoice.sources.find(({ id }) => id === sourceId)?.left ?? invoice.remaining;
  const most = compare(available, invoice.remaining) < 0 ? available : invoice.remaining;
  if (invoice.kind === 'credit_note') return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const source = invoice.sources.find((one) => one.id === textOf(form, 'source'));
    const amount = readAmount(textOf(form, 'amount'));
    setError(amount === undefined ? copy.invalid : undefined);
    if (amount === undefined || source === undefined) return;
    void attempt(async () => {
      await api.desk.payments.allocate.$post({
        json: {
          customerId: invoice.customerId,
          source: source.kind === 'payment' ? 'payment' : 'creditNote',
          sourceId: source.id,
          amounts: [{ invoiceId: invoice.id, amount }],
        },
      });
      toast({ source: 'allocations', title: copy.done });
      refetch();
    });
  };
  return (
    <Panel title={copy.title} level="h3" className="print:hidden">
      {invoice.sources.length === 0 ? (
        <p className="px-5 py-4 text-sm text-muted">{copy.none}</p>
      ) : (
        <form onSubmit={submit} className="grid gap-3 px-5 py-4">
          <DeskSelect
            label={copy.source}
            name="source"
            value={sourceId}
            onChange={({ target }) => setSourceId(target.value)}
            options={invoice.sources.map((source) => ({
              value: source.id,
              label: copy.option(source.name ?? source.id.slice(0, 8), formats.amount(source.left, currency)),
            }))}
          />
          <DeskTextField
            label={copy.amount}
            key={sourceId}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            required
            defaultValue={typedAmount(most, formats)}
          />
          <FormError message={error} />
          <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
            {copy.submit}
          </Button>
        </form>
      )}
    </Panel>
  );
}

export function RemoveAllocation({ settlement }: { settlement: Settlement }) {
  const { allocate: copy } = useRecordPagesCopy().deskPages;
  const refetch = useRefetch();
  const { isBusy, attempt } = useAttempt('allocations');
  const remove = async () => {
    await api.desk.payments['remove-allocation'].$post({
      json: { customerId: settlement.customerId, id: settlement.id },
    });
    toast({ source: 'allocations', title: copy.removed });
    refetch();
  };
  return (
    <RowAction of={settlement.name ?? ''} isBusy={isBusy} onClick={() => void attempt(remove)}>
      {copy.remove}
    </RowAction>
  );
}

/** Settles what is certain: payments that have the amount of one invoice. */
export function MatchAllocations({ customerId }: { customerId: string }) {
  const { match: copy } = useRecordPagesCopy().deskPages;
  const refetch = useRefetch();
  const { isBusy, attempt } = useAttempt('allocations');
  const match = async () => {
    const { matched } = await api.desk.payments.match.$post({ json: { customerId } });
    toast({ source: 'allocations', title: matched === 0 ? copy.none : copy.done(matched) });
    if (matched > 0) refetch();
  };
  return (
    <div className="grid justify-items-start gap-2 print:hidden">
      <p className="text-sm text-muted">{copy.hint}</p>
      <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void attempt(match)}>
        {copy.submit}
      </Button>
    </div>
  );
}
