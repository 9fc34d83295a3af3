import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type PanelProps = {
  /** For links to it. */ id?: string;
  title: ReactNode;
  level?: 'h2' | 'h3' | 'p';
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A framed part of a screen, named by its title. */
export function Panel({ id: anchor, title, level: Heading = 'h2', aside, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className={classNames('min-w-0 scroll-mt-32 border border-line bg-surface', className)}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
        <Heading id={id} className="font-sans text-base font-semibold tracking-normal">
          {title}
        </Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}
