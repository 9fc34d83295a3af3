import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

type SectionProps = {
  heading?: { eyebrow?: string | undefined; title: string; lead?: string | undefined };
  id?: string;
  band?: boolean;
  children: ReactNode;
};

export function Section({ heading, id, band, children }: SectionProps) {
  return (
    <section id={id} className={classNames('deferred-section py-14 sm:py-20 print:py-2', band && 'bg-tint/60')}>
      <div className="wrap">
        {heading && <SectionHeading {...heading} />}
        {children}
      </div>
    </section>
  );
}

type SectionHeadingProps = NonNullable<SectionProps['heading']> & { titleId?: string };

export function SectionHeading({ eyebrow, title, lead, titleId }: SectionHeadingProps) {
  return (
    <div className="mb-10 max-w-3xl break-after-avoid sm:mb-12 print:mb-1.5">
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id={titleId} className="text-3xl">
        {title}
      </h2>
      {lead && <p className="mt-4 max-w-prose text-lg text-muted">{lead}</p>}
    </div>
  );
}

/** With the brand's rampart step before the text. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p className="mb-3 flex items-center gap-2.5 text-sm font-semibold text-sea-ink">
      <svg viewBox="0 0 28 12" aria-hidden="true" className="h-3 w-7 shrink-0" fill="none">
        <path
          className="stroke-sea"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
          d="M1 2c2 6 6 9 11 9V4h5v4h5V4h5v7"
        />
      </svg>
      {children}
    </p>
  );
}
