import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Phrases } from '#app/components/ui/phrases.tsx';

export type Ground = 'paper' | 'mist' | 'ink';

type SectionProps = {
  heading?: HeadingProps;
  id?: string;
  /** At most one ink ground per page, beside the closing scene. */
  ground?: Ground;
  /** Padding above and below: 64, 112 or 160 px on a large screen. */
  size?: 'sm' | 'md' | 'lg';
  /** `split`: the heading in columns 1 to 4, in view while the content in columns 5 to 12 scrolls. */
  layout?: 'stack' | 'split';
  children: ReactNode;
};

const grounds: Record<Ground, string | false> = { paper: false, mist: 'ground-mist', ink: 'ground-ink' };
const sizes = { sm: 'py-10 lg:py-16', md: 'py-10 lg:py-28', lg: 'py-10 md:py-14 lg:py-40' };

export function Section({ heading, id, ground = 'paper', size = 'md', layout = 'stack', children }: SectionProps) {
  return (
    <section id={id} className={classNames('deferred-section print:py-2', sizes[size], grounds[ground])}>
      {layout === 'split' && heading ? (
        <div className="wrap gap-x-12 lg:grid lg:grid-cols-12 print:block">
          <div className="lg:col-span-4">
            <div className="lg:sticky lg:top-28">
              <SectionHeading {...heading} />
            </div>
          </div>
          <div className="min-w-0 lg:col-span-8">{children}</div>
        </div>
      ) : (
        <div className="wrap">
          {heading && <SectionHeading {...heading} />}
          {children}
        </div>
      )}
    </section>
  );
}

type HeadingProps = {
  /** Only where it adds a fact. */
  eyebrow?: string | undefined;
  title: string;
  lead?: string | undefined;
  titleId?: string;
};

export function SectionHeading({ eyebrow, title, lead, titleId }: HeadingProps) {
  return (
    <div className="mb-5 max-w-3xl break-after-avoid lg:mb-14 print:mb-1.5">
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <h2 id={titleId} className="text-3xl">
        <Phrases text={title} />
      </h2>
      {lead && <p className="mt-4 max-w-prose text-lg text-muted lg:text-balance">{lead}</p>}
    </div>
  );
}

export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className="mb-3 text-sm font-semibold text-sea-ink">{children}</p>;
}
