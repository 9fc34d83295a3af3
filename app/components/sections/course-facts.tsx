import type { ReactNode } from 'react';
import { PhoneDetails } from '../ui/phone-details.tsx';

export type CourseFact = { label: string; text: ReactNode };

/** The facts that French law on training quality requires to be published. */
export function CourseFacts({ facts }: { facts: CourseFact[] }) {
  return (
    <div className="divide-y divide-line border-y border-line print:columns-2 print:gap-8 print:divide-y-0 print:border-0">
      {facts.map((fact) => (
        <PhoneDetails
          key={fact.label}
          className="gap-x-8 py-2.5 md:grid md:py-4 md:grid-cols-[13rem_minmax(0,1fr)] print:block print:break-inside-avoid print:py-0.5"
          title={<h3 className="font-sans text-base font-semibold tracking-normal">{fact.label}</h3>}
        >
          <p className="max-w-prose text-muted max-md:mt-2 print:mt-0 print:max-w-none">{fact.text}</p>
        </PhoneDetails>
      ))}
    </div>
  );
}
