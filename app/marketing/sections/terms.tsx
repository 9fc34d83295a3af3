import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { Fact } from './fact-rows.tsx';

type TermsProps = {
  /** What the sheet is about, and its date. */
  title: string;
  note: string;
  /** Four that a buyer compares, each with its answer in a few words. */
  main: (Fact & { answer: string })[];
  others: Fact[];
};

/** What a training buyer has to find before signing: a form that is filled in, and its small print. On paper all of it is one list. */
export function Terms({ title, note, main, others }: TermsProps) {
  return (
    <div className="print:columns-2 print:gap-8">
      <div className="ground-sheet border border-line px-5 shadow-card sm:px-8 lg:px-10 print:border-0 print:p-0 print:shadow-none">
        <p className="rule-head flex flex-wrap justify-between gap-x-6 py-5 text-sm max-md:hidden print:hidden">
          <span className="font-semibold">{title}</span>
          <span className="text-muted">{note}</span>
        </p>
        <div>
          {main.map(({ label, answer, text }) => (
            <PhoneDetails
              key={label}
              className="gap-x-10 py-3 not-first:rule-row md:grid md:grid-cols-[2fr_3fr] md:items-baseline md:py-6 print:block print:break-inside-avoid print:border-0 print:py-0.5"
              title={
                <h3 className="font-sans text-sm font-semibold tracking-normal text-muted print:text-base print:text-ink">
                  {label}{' '}
                  <span className="mt-0.5 block font-heading text-xl font-bold tracking-tight text-ink md:text-2xl print:inline print:text-base print:before:content-['–_']">
                    {answer}
                  </span>
                </h3>
              }
            >
              <p className="max-w-prose text-muted max-md:mt-2 md:text-sm print:mt-0 print:max-w-none print:text-base">
                {text}
              </p>
            </PhoneDetails>
          ))}
        </div>
      </div>
      <div className="mt-6 gap-x-16 border-b border-line *:rule-row md:mt-12 md:columns-2 print:mt-0 print:columns-auto print:border-0 print:*:border-0">
        {others.map(({ label, text }) => (
          <PhoneDetails
            key={label}
            className="break-inside-avoid py-3 md:py-4 print:py-0.5"
            title={<h3 className="font-sans text-base font-semibold tracking-normal">{label}</h3>}
          >
            <p className="text-muted max-md:mt-2 md:text-sm print:mt-0 print:text-base">{text}</p>
          </PhoneDetails>
        ))}
      </div>
    </div>
  );
}
