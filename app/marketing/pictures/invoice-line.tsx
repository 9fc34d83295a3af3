import { classNames } from '#app/components/ui/class-names.ts';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type InvoiceLineProps = MicrosoftCloudPage['invoice'] & { className?: string };

const amountClass = 'text-right font-heading font-bold';

/** One line of an invoice on base 100: what the vendor charges, what we add, what the customer pays. */
export function InvoiceLine({ title, product, base, vendor, margin, total, annotation, className }: InvoiceLineProps) {
  return (
    <figure
      className={classNames(
        'w-full lg:max-w-xl border border-line bg-surface px-5 pt-4 pb-5 shadow-float sm:px-8 sm:pt-7 sm:pb-8',
        className,
      )}
    >
      <figcaption className="flex flex-wrap justify-between gap-x-6 border-b border-ink pb-3 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">{base}</span>
      </figcaption>
      <p className="mt-3 font-heading text-xl font-bold">{product}</p>
      <dl className="mt-1 sm:mt-4">
        <div className="flex items-baseline justify-between gap-4 py-1 sm:py-2">
          <dt>{vendor.label}</dt>
          <dd className={classNames(amountClass, 'text-3xl')}>{vendor.amount}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-1 sm:py-2">
          <dt>
            <span className="-mx-1 border border-transparent bg-sun px-1 py-0.5 text-night">{margin.label}</span>
            <span className="mt-1.5 block text-sm text-sun-ink">{annotation}</span>
          </dt>
          <dd className={classNames(amountClass, 'text-3xl')}>{margin.amount}</dd>
        </div>
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3">
          <dt className="font-semibold">{total.label}</dt>
          <dd
            className={classNames(
              amountClass,
              'text-[clamp(2.75rem,1.9rem+3.2vw,5.5rem)] leading-none tracking-tighter',
            )}
          >
            {total.amount}
          </dd>
        </div>
      </dl>
      {/* 100 and 15 of 115, to scale. */}
      <svg viewBox="0 0 115 3" preserveAspectRatio="none" aria-hidden="true" className="mt-4 h-3 w-full">
        <path className="fill-azure" d="M0 0h99.6v3H0z" />
        <path className="fill-sun" d="M100 0h15v3h-15z" />
      </svg>
    </figure>
  );
}
