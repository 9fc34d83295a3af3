import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { RadioChips, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError, Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { CustomerChooser } from '#app/desk/components/customer-chooser.tsx';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { isApiError } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import type { LastBuyer } from '../contract/invoice-issue.ts';
import { BuyerFields, CustomerField } from './buyer-fields.tsx';
import {
  type DraftErrors,
  type DraftField,
  findErrors,
  findUnprintable,
  type InvoiceDraft,
  maxLines,
  saveDraft,
} from './invoice-draft.ts';
import { LineEditor } from './invoice-lines.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { useInvoiceDraft, usePreview } from './use-invoice-draft.ts';
import { invoicingApi } from '../shared/invoicing-api.ts';

export interface Credited {
  number: string;
  creditable: string;
  /** By us. */
  isWritten: boolean;
}

type InvoiceFormProps = {
  copy: NewInvoiceCopy;
  initial: InvoiceDraft;
  /** Names the stored draft. */
  name: string;
  /** What can be credited, with its number. */
  credited?: Credited | undefined;
  onDiscard: () => void;
};

export function InvoiceForm({ copy, initial, name, credited, onDiscard }: InvoiceFormProps) {
  const { copy: desk, currency, announce } = useDesk();
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const [draft, change] = useInvoiceDraft(initial, name);
  const [attempts, setAttempts] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const { preview, error, isCurrent } = usePreview(draft, currency, copy.decimal);
  const isCredit = draft.creditsId !== null;
  const problem = previewProblem(error, copy, (one) => messageOf(one, desk));
  const errors: DraftErrors = {
    ...(attempts > 0 && findErrors(draft, copy, currency)),
    ...findUnprintable(draft, copy.errors.unprintable),
    ...(isApiError(error, 'due_before_issue') && { dueOn: messageOf(error, desk) }),
  };
  const count = Object.keys(errors).length;
  const customerId = draft.customer?.id ?? null;
  const buyer = useQuery({
    queryKey: ['desk', 'last-buyer', customerId],
    queryFn: ({ signal }) =>
      invoicingApi.invoices.invoices['last-buyer'].$get({ query: { customerId: customerId ?? '' } }, { signal }),
    enabled: customerId !== null,
    staleTime: 60_000,
  }).data;
  const fillBuyer = useEffectEvent((known: LastBuyer) => change({ type: 'buyer', buyer: known }));
  useEffect(() => {
    if (buyer !== undefined) fillBuyer(buyer);
  }, [buyer]);
  useEffect(() => {
    // Once per attempt, not while the user types.
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findErrors(draft, copy, currency);
    if (Object.keys(found).length > 0 || problem !== undefined) setAttempts(attempts + 1);
    else setIsConfirming(true);
  };
  const field = (of: DraftField) => ({
    name: of,
    value: draft[of],
    error: errors[of],
    onChange: ({ target }: { target: { value: string } }) => change({ type: 'field', field: of, value: target.value }),
  });
  const nets = preview !== undefined && preview.lines.length === draft.lines.length ? preview.lines : [];
  return (
    // The dialogs have forms of their own: not within this one.
    <>
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        className="grid gap-5"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          // Enter in a field of the document sends nothing yet.
          else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <Panel title={copy.document}>
          <div className="grid gap-5 p-5 lg:grid-cols-2">
            <div className="grid content-start gap-4">
              <CustomerField
                copy={copy}
                draft={draft}
                error={errors['customer']}
                onChoose={() => setIsChoosing(true)}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                {!isCredit && <TextField label={copy.dueOn} type="date" required {...field('dueOn')} />}
                <TextField label={copy.deliveredOn} type="date" {...field('deliveredOn')} />
                <TextField label={copy.orderNumber} maxLength={100} autoComplete="off" {...field('orderNumber')} />
                <SelectField
                  label={copy.language.label}
                  {...field('language')}
                  options={(['fr', 'en'] as const).map((value) => ({ value, label: copy.language[value] }))}
                />
                {currency !== 'EUR' && (
                  <TextField
                    label={copy.euroRate}
                    hint={copy.euroRateHint(currency)}
                    inputMode="decimal"
                    autoComplete="off"
                    required
                    {...field('euroRate')}
                  />
                )}
              </div>
              <div
                onChange={(event) =>
                  change({ type: 'field', field: 'nature', value: (event.target as HTMLInputElement).value })
                }
              >
                <RadioChips
                  legend={copy.nature.label}
                  name="nature"
                  defaultValue={draft.nature}
                  options={(['services', 'goods', 'both'] as const).map((value) => ({
                    value,
                    label: copy.nature[value],
                  }))}
                />
              </div>
            </div>
            <BuyerFields
              copy={copy}
              draft={draft}
              hasSiren={buyer?.hasSiren}
              isKindFixed={credited?.isWritten === true}
              field={field}
            />
          </div>
        </Panel>

        <Panel title={copy.lines.title} aside={<p className="text-xs text-muted">{copy.lines.hint}</p>}>
          <div className="invoice-lines">
            {draft.lines.map((line, at) => (
              <LineEditor
                key={line.key}
                line={line}
                position={at + 1}
                isFirst={at === 0}
                isLast={at === draft.lines.length - 1}
                errors={errors}
                net={nets[at] && formats.amount(nets[at].net, currency)}
                copy={copy}
                dispatch={(action) => {
                  if (action.type === 'move') announce(copy.lines.moved(at + 1 + action.by));
                  if (action.type === 'remove') announce(copy.lines.removed(at + 1));
                  change(action);
                }}
              />
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-4 border-t border-line px-5 py-3">
            <Button
              variant="secondary"
              size="sm"
              disabled={draft.lines.length >= maxLines}
              onClick={() => change({ type: 'insert', after: undefined })}
            >
              <Icon name="plus" className="size-4" />
              {copy.lines.add}
            </Button>
            <p className="text-sm text-muted">
              {draft.lines.length >= maxLines
                ? copy.lines.full(maxLines)
                : formats.plural(draft.lines.length, copy.lines.count)}
            </p>
          </div>
        </Panel>

        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid gap-4">
            {draft.lines.some(({ vat }) => vat === 'E') && (
              <TextField
                label={copy.exemptionReason}
                hint={copy.exemptionHint}
                maxLength={200}
                autoComplete="off"
                {...field('exemptionReason')}
              />
            )}
            <TextAreaField label={copy.remark} rows={4} maxLength={1000} {...field('remark')} />
          </div>
          <div className="grid gap-4">
            {credited && (
              <Notice variant="info" icon="receipt-text">
                {copy.creditable(formats.amount(credited.creditable, currency))}
              </Notice>
            )}
            <InvoiceTotals preview={preview} isCurrent={isCurrent} error={problem} copy={copy} />
            <FormError message={attempts > 0 && count > 0 ? formats.plural(count, copy.incomplete) : undefined} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button
                variant="secondary"
                onClick={() => {
                  saveDraft(sessionStorage, name, undefined);
                  toast({ source: 'new-invoice', title: copy.discarded });
                  onDiscard();
                }}
              >
                {copy.discard}
              </Button>
              <Button type="submit">{copy.issue}</Button>
            </div>
          </div>
        </div>
      </form>
      {isChoosing && (
        <CustomerChooser
          title={copy.chooseCustomer}
          label={copy.customers}
          onChoose={(customer) => change({ type: 'customer', customer })}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {isConfirming && (
        <IssueDialog
          copy={copy}
          draft={draft}
          name={name}
          gross={preview && formats.amount(preview.totals.gross, preview.currency)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

/** The rule that the invoice breaks. One that belongs to a field is shown there. */
function previewProblem(error: unknown, copy: NewInvoiceCopy, message: (error: unknown) => string): string | undefined {
  if (error === null || isApiError(error, 'due_before_issue')) return undefined;
  return isApiError(error, 'payload_too_large') ? copy.tooLong : message(error);
}
