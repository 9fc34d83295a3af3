import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

type SheetProps = {
  /** What the document is. */
  title: string;
  /** Beside the title: for whom, or that it is an example. */
  note: string;
  /** `sm`: beside others. */
  size?: 'md' | 'sm';
  className?: string;
  children: ReactNode;
};

const sizes = { md: 'px-5 pt-5 pb-6 sm:px-8 sm:pt-7 sm:pb-8', sm: 'px-4 pt-3 pb-2 text-sm sm:px-5' };

/** A document that the customer receives, as a sheet of paper. */
export function Sheet({ title, note, size = 'md', className, children }: SheetProps) {
  return (
    <figure
      className={classNames(
        'w-full border border-line bg-surface shadow-float lg:max-w-xl print:shadow-none',
        sizes[size],
        className,
      )}
    >
      <figcaption className="flex flex-wrap justify-between gap-x-6 rule-head pb-3 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">{note}</span>
      </figcaption>
      {children}
    </figure>
  );
}

/** What somebody marked on the sheet; once per page. */
export function Annotation({ children }: { children: ReactNode }) {
  return <mark className="highlight">{children}</mark>;
}
