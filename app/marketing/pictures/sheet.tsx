import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

type SheetProps = {
  /** What the document is. */
  title: string;
  /** Beside the title: for whom, or that it is an example. */
  note: string;
  className?: string;
  children: ReactNode;
};

/** A document that the customer receives, as a sheet of paper. */
export function Sheet({ title, note, className, children }: SheetProps) {
  return (
    <figure
      className={classNames(
        'w-full border lg:max-w-xl border-line bg-surface px-5 pt-5 pb-6 shadow-float sm:px-8 sm:pt-7 sm:pb-8 print:shadow-none',
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
