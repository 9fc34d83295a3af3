import type { ReactNode } from 'react';
import { LogoMark } from '#app/components/layout/logo.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { french } from '#app/lib/french.ts';
import { FormatsContext } from '#app/lib/portal-context.ts';

type PortalScreenProps = {
  /** As in the header of the portal. */
  title: string;
  /** What is shown, and that it is an example. */
  caption: string;
  className?: string | undefined;
  children: ReactNode;
};

// The page is rendered where it is built: the clock is the office's, not that machine's.
const formats = { ...french, time: french.officeTime };

/** A page of the portal, from its own components, with demonstration data. Nothing in it can be focused. */
export function PortalScreen({ title, caption, className, children }: PortalScreenProps) {
  return (
    <figure className={classNames('w-full min-w-0', className)}>
      <div className="ground-screen border border-line-strong shadow-float print:shadow-none">
        <p className="flex items-center gap-2.5 border-b border-line bg-surface px-4 py-2.5 font-heading text-sm font-bold sm:px-5">
          <LogoMark className="h-6 w-auto" />
          {title}
        </p>
        <div className="grid gap-4 p-4 sm:p-5">
          <FormatsContext value={formats}>{children}</FormatsContext>
        </div>
      </div>
      <figcaption className="mt-4 max-w-prose">{caption}</figcaption>
    </figure>
  );
}
