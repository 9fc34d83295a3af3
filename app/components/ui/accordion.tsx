import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/**
 * Native disclosure: it opens before any JavaScript has loaded,
 * is found by the browser's find-in-page, and prints.
 */
export function Accordion({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'border-b border-line *:rule-row',
        columns === 2 && 'lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-12 lg:border-b-0',
      )}
    >
      {children}
    </div>
  );
}

export function AccordionItem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex items-center justify-between gap-4 py-5 font-semibold hover:text-azure">
        <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
        <Icon name="plus" className="size-5 text-azure group-open:hidden" />
        <Icon name="minus" className="hidden size-5 text-azure group-open:block" />
      </summary>
      <div className="max-w-prose pb-6 text-muted">{children}</div>
    </details>
  );
}
