import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

export type Fact = { label: string; text: ReactNode };

type FactRowsProps = {
  facts: Fact[];
  /** On a large screen. */
  columns?: 1 | 2;
  /** `lg`: the labels are names to be found, such as those of standards. */
  size?: 'md' | 'lg';
};

const labels = { md: 'font-sans text-base font-semibold tracking-normal', lg: 'text-2xl text-azure max-md:text-xl' };

/** A table of two columns: a label and its text. On a phone, a text is shown when its label is pressed. */
export function FactRows({ facts, columns = 1, size = 'md' }: FactRowsProps) {
  return (
    <div
      className={classNames(
        'border-b border-line *:rule-row print:block print:columns-2 print:gap-8 print:border-0 print:*:border-0',
        columns === 2 && 'lg:grid lg:grid-cols-2 lg:gap-x-16 lg:border-b-0',
      )}
    >
      {facts.map((fact) => (
        <PhoneDetails
          key={fact.label}
          className={classNames(
            'gap-x-8 py-3 md:py-4 print:block print:break-inside-avoid print:py-0.5',
            columns === 2
              ? 'md:max-lg:grid md:max-lg:grid-cols-[13rem_minmax(0,1fr)] lg:pb-7'
              : 'md:grid md:grid-cols-[13rem_minmax(0,1fr)]',
          )}
          title={<h3 className={labels[size]}>{fact.label}</h3>}
        >
          <p
            className={classNames(
              'max-w-prose text-muted max-md:mt-2 print:mt-0 print:max-w-none',
              columns === 2 && 'lg:mt-1',
            )}
          >
            {fact.text}
          </p>
        </PhoneDetails>
      ))}
    </div>
  );
}
