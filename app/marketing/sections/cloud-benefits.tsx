import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { HomePage } from '#content/schema/pages.ts';

type CloudBenefitsProps = Pick<HomePage['cloud'], 'onInvoiceTitle' | 'onInvoice' | 'restTitle' | 'rest'> & {
  heading: ReactNode;
  actions: ReactNode;
  invoice: ReactNode;
};

/** An invoice with notes in its margin, which point at its first line; below it, what no invoice shows. */
export function CloudBenefits({
  heading,
  actions,
  invoice,
  onInvoiceTitle,
  onInvoice,
  restTitle,
  rest,
}: CloudBenefitsProps) {
  return (
    <div className="grid gap-x-12 lg:grid-cols-12 lg:grid-rows-[27.25rem_auto_1fr]">
      <div className="lg:col-span-5">
        {heading}
        <div className="max-lg:mb-6 lg:-mt-5">{actions}</div>
      </div>
      <div className="min-w-0 max-lg:mb-6 lg:col-span-7 lg:row-span-3">{invoice}</div>
      <div className="relative lg:col-span-5">
        <span
          aria-hidden="true"
          className="absolute top-0 left-0 -right-20 border-t-2 border-azure after:absolute after:-top-1.5 after:right-0 after:size-2.5 after:rounded-full after:bg-azure max-lg:hidden"
        />
        <Benefits title={onInvoiceTitle} items={onInvoice} />
      </div>
      <div className="lg:col-span-12 lg:mt-16">
        <Benefits title={restTitle} items={rest} isWide />
      </div>
    </div>
  );
}

type BenefitsProps = { title: string; items: HomePage['cloud']['rest']; isWide?: boolean };

function Benefits({ title, items, isWide = false }: BenefitsProps) {
  return (
    <div className={classNames('pt-3 lg:pt-4', isWide ? 'rule-claim' : 'max-lg:rule-claim max-lg:pb-2.5')}>
      <p className="font-heading text-xl font-bold tracking-tight">{title}</p>
      <ul className="pt-2 lg:pt-4">
        {items.map((item) => (
          <li key={item.title} className={isWide ? 'py-3 not-first:rule-row lg:text-lg' : 'py-2.5'}>
            <PhoneDetails
              className={isWide ? 'gap-x-12 lg:grid lg:grid-cols-[1fr_2fr]' : undefined}
              title={<h3 className="text-[1.125em]">{item.title}</h3>}
            >
              <p className={isWide ? undefined : 'text-lg max-lg:text-base'}>{item.text}</p>
            </PhoneDetails>
          </li>
        ))}
      </ul>
    </div>
  );
}
