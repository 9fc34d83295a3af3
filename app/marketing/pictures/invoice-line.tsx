import { classNames } from '#app/components/ui/class-names.ts';
import { TextField } from '#app/components/ui/field.tsx';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type Check = MicrosoftCloudPage['invoiceCheck'];
type InvoiceLineProps = MicrosoftCloudPage['invoice'] & {
  /** Fields in which visitors type what they pay today. */
  check?: Check;
  className?: string;
};

// Amounts in euros are longer than those on base 100.
const amountClass = 'ml-auto text-right font-heading text-3xl font-bold group-data-own/line:text-2xl';

/** One line of an invoice on base 100: what the vendor charges, what we add, what the customer pays. */
export function InvoiceLine({
  title,
  product,
  base,
  vendor,
  margin,
  total,
  annotation,
  check,
  className,
}: InvoiceLineProps) {
  return (
    <figure
      className={classNames(
        'group/line w-full lg:max-w-xl border border-line bg-surface px-5 pt-4 pb-5 shadow-float sm:px-8 sm:pt-7 sm:pb-8',
        className,
      )}
    >
      <figcaption className="flex flex-wrap justify-between gap-x-6 border-b border-ink pb-3 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted group-data-own/line:invisible">{base}</span>
      </figcaption>
      <p data-amount="base" className="mt-3 font-heading text-xl font-bold">
        {product}
      </p>
      <dl className="mt-1 sm:mt-4">
        <div className="flex items-baseline justify-between gap-x-4 group-data-own/line:flex-wrap py-1 sm:py-2">
          <dt>{vendor.label}</dt>
          <dd data-amount="vendor" className={amountClass}>
            {vendor.amount}
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-x-4 group-data-own/line:flex-wrap py-1 sm:py-2">
          <dt>
            <span className="-mx-1 border border-transparent bg-sun px-1 py-0.5 text-night">{margin.label}</span>
            <span className="mt-1.5 block text-sm text-sun-ink">{annotation}</span>
          </dt>
          <dd data-amount="margin" className={amountClass}>
            {margin.amount}
          </dd>
        </div>
        <div className="mt-2 flex items-baseline justify-between gap-x-4 group-data-own/line:flex-wrap border-t-2 border-ink pt-3">
          <dt className="font-semibold">{total.label}</dt>
          <dd
            data-amount="total"
            className="ml-auto text-right font-heading text-[clamp(2.75rem,1.9rem+3.2vw,5.5rem)] leading-none font-bold tracking-tighter group-data-own/line:text-2xl"
          >
            {total.amount}
          </dd>
        </div>
      </dl>
      {/* 100 and 15 of 115, to scale. */}
      <div className="invoice-bar mt-4">
        <svg viewBox="0 0 115 3" preserveAspectRatio="none" aria-hidden="true" className="h-3 w-full">
          <path className="fill-azure" d="M0 0h99.6v3H0z" />
          <path className="fill-sun" d="M100 0h15v3h-15z" />
        </svg>
      </div>
      {check && <InvoiceCheck {...check} />}
    </figure>
  );
}

/** Its script is app/marketing/islands/recalculate-invoice.ts; without one the example stands. */
function InvoiceCheck({ legend, licences, price, hint, ...texts }: Check) {
  return (
    <fieldset
      data-invoice-check={JSON.stringify(texts)}
      className="needs-script mt-5 min-w-0 border-t border-line pt-4 print:hidden"
    >
      <legend className="float-left mb-2 w-full font-semibold">{legend}</legend>
      <div className="clear-left grid grid-cols-2 items-end gap-3">
        <TextField label={licences} inputMode="numeric" autoComplete="off" maxLength={6} />
        <TextField label={price} inputMode="decimal" autoComplete="off" maxLength={12} />
      </div>
      <p className="mt-2 text-xs text-muted">{hint}</p>
      <output className="block text-sm font-medium not-empty:mt-2" />
    </fieldset>
  );
}
