import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

export type CourseFact = { label: string; text: ReactNode };

type CourseFactsProps = { facts: CourseFact[]; /** On a large screen. */ columns?: 1 | 2 };

/** The facts that French law on training quality requires to be published. */
export function CourseFacts({ facts, columns = 1 }: CourseFactsProps) {
  return (
    <div
      className={classNames(
        'border-b border-line *:border-t *:border-line print:block print:columns-2 print:gap-8 print:border-0 print:*:border-0',
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
          title={<h3 className="font-sans text-base font-semibold tracking-normal">{fact.label}</h3>}
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
