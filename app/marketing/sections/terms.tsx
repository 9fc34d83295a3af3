import { Icon } from '#app/components/ui/icon.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { Fact } from './fact-rows.tsx';

type TermsProps = {
  /** Four that a buyer compares, each with its answer in a few words. */
  main: (Fact & { answer: string })[];
  /** Opened one by one. */
  others: Fact[];
};

/** What a training buyer has to find before signing. On a phone and on paper all of it is one list. */
export function Terms({ main, others }: TermsProps) {
  return (
    <div className="print:columns-2 print:gap-8">
      <div className="gap-x-12 gap-y-10 md:mb-12 md:grid md:grid-cols-2 xl:grid-cols-4 print:mb-0 print:block">
        {main.map(({ label, answer, text }) => (
          <PhoneDetails
            key={label}
            className="py-3 max-md:rule-row md:rule-claim md:py-5 print:block print:break-inside-avoid print:border-0 print:py-0.5"
            title={<h3 className="font-sans text-base font-semibold tracking-normal md:text-sm">{label}</h3>}
          >
            <p className="mt-2 font-heading text-2xl font-bold tracking-tight text-balance md:min-h-[2.4em] print:hidden">
              {answer}
            </p>
            <p className="mt-2 text-muted md:text-sm print:mt-0 print:text-base">{text}</p>
          </PhoneDetails>
        ))}
      </div>
      <div className="border-b border-line *:rule-row lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-12 lg:border-b-0 print:block print:border-0 print:*:border-0">
        {others.map(({ label, text }) => (
          <details key={label} className="group py-3 md:py-4 print:break-inside-avoid print:py-0.5">
            <summary className="flex items-start justify-between gap-4 hover:text-azure print:block">
              <h3 className="font-sans text-base font-semibold tracking-normal">{label}</h3>
              <span className="mt-0.5 text-azure print:hidden">
                <Icon name="plus" className="size-5 group-open:hidden" />
                <Icon name="minus" className="hidden size-5 group-open:block" />
              </span>
            </summary>
            <p className="mt-2 max-w-prose text-muted print:mt-0 print:max-w-none">{text}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
