import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { FieldError, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Notice, noticeActionClass } from '#app/components/ui/notice.tsx';
import { customerPath } from '#app/desk/components/desk-context.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import { countries } from './countries.ts';
import { type DraftField, hasVatId, type InvoiceDraft } from './invoice-draft.ts';

type CustomerFieldProps = {
  copy: NewInvoiceCopy;
  draft: InvoiceDraft;
  error: string | undefined;
  onChoose: () => void;
};

export function CustomerField({ copy, draft: { customer, creditsId }, error, onChoose }: CustomerFieldProps) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold">{copy.customer}</p>
      <div className="flex flex-wrap items-center gap-3">
        {customer !== null && <bdi className="min-w-0 font-medium wrap-anywhere">{customer.name}</bdi>}
        {creditsId === null && (
          <Button
            variant="secondary"
            size="sm"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : 'customer-error'}
            onClick={onChoose}
          >
            {customer === null ? copy.chooseCustomer : copy.changeCustomer}
          </Button>
        )}
      </div>
      <FieldError id="customer-error" error={error} />
    </div>
  );
}

type BuyerFieldsProps = {
  copy: NewInvoiceCopy;
  draft: InvoiceDraft;
  /** Undefined until it is known. */
  hasSiren: boolean | undefined;
  /** A credit note is for the buyer of its invoice. */
  isKindFixed: boolean;
  field: (of: DraftField) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
};

/** Whom the document is for, and where. */
export function BuyerFields({ copy, draft, hasSiren, isKindFixed, field }: BuyerFieldsProps) {
  const { customer, country, buyerKind } = draft;
  const kinds = (['professional', 'consumer'] as const).filter((value) => !isKindFixed || value === buyerKind);
  return (
    <fieldset className="grid content-start gap-4">
      <legend className="sr-only">{copy.address}</legend>
      <TextAreaField
        label={copy.street}
        hint={copy.streetHint}
        rows={3}
        maxLength={366}
        required
        {...field('street')}
      />
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <TextField label={copy.postCode} maxLength={20} autoComplete="off" required {...field('postCode')} />
        <TextField label={copy.city} maxLength={100} autoComplete="off" required {...field('city')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={copy.country} {...field('country')} options={countries(country, copy.locale)} />
        <SelectField
          label={copy.buyerKind.label}
          {...field('buyerKind')}
          options={kinds.map((value) => ({ value, label: copy.buyerKind[value] }))}
        />
        {hasVatId(draft) && <TextField label={copy.vatId} maxLength={20} autoComplete="off" {...field('vatId')} />}
      </div>
      {customer !== null && hasSiren === false && country === 'FR' && buyerKind === 'professional' && (
        <Notice variant="error">
          <p>{copy.noSiren.text}</p>
          <Link to={customerPath(customer.id)} className={noticeActionClass}>
            {copy.noSiren.link}
          </Link>
        </Notice>
      )}
    </fieldset>
  );
}
