import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type PhoneDetailsProps = { title: ReactNode; open?: boolean; className?: string | undefined; children: ReactNode };

/**
 * A disclosure on a phone; from 768 px on its content is always shown (app/styles/app.css until the script has loaded,
 * then app/marketing/islands/open-details.ts).
 */
export function PhoneDetails({ title, open, className, children }: PhoneDetailsProps) {
  return (
    <details data-phone-details="" open={open} className={classNames('group', className)}>
      <summary className="flex items-start justify-between gap-4 md:pointer-events-none print:block">
        {title}
        <span className="mt-0.5 text-azure md:hidden print:hidden">
          <Icon name="plus" className="size-5 group-open:hidden" />
          <Icon name="minus" className="hidden size-5 group-open:block" />
        </span>
      </summary>
      {children}
    </details>
  );
}
