import type { ReactNode } from 'react';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

export type Fact = { label: string; text: ReactNode };

type FactRowsProps = {
  facts: Fact[];
  /** `lg`: the labels are names to be found, such as those of standards. */
  size?: 'md' | 'lg';
};

const labels = { md: 'font-sans text-base font-semibold tracking-normal', lg: 'text-2xl text-azure max-md:text-xl' };

/** A table of two columns: a label and its text. On a phone, a text is shown when its label is pressed. */
export function FactRows({ facts, size = 'md' }: FactRowsProps) {
  return (
    <div className="border-b border-line *:rule-row print:columns-2 print:gap-8 print:border-0 print:*:border-0">
      {facts.map((fact) => (
        <PhoneDetails
          key={fact.label}
          className="gap-x-8 py-3 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:py-4 print:block print:break-inside-avoid print:py-0.5"
          title={<h3 className={labels[size]}>{fact.label}</h3>}
        >
          <p className="max-w-prose text-muted max-md:mt-2 print:mt-0 print:max-w-none">{fact.text}</p>
        </PhoneDetails>
      ))}
    </div>
  );
}
