import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import type { HomePage } from '#content/schema/pages.ts';

type ChecklistSheetProps = Omit<HomePage['checklist']['sheet'], 'excerpt'> & {
  /** Beside the title of a preview. */
  excerpt?: string;
  /** After the last check. */
  note?: string;
  /** `preview`: the first check of each part. */
  variant: 'preview' | 'checks';
  className?: string;
};

/** The checklist as it is printed: a box to tick before each line. On the screen, where nothing can be ticked, each check has its number. */
export function ChecklistSheet({ title, annotation, excerpt, note, parts, variant, className }: ChecklistSheetProps) {
  return (
    <div className={classNames('@container border border-line bg-surface p-4 shadow-float sm:p-8', className)}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rule-head pb-3">
        <span className="font-heading text-xl font-bold">
          {title}{' '}
          {excerpt && variant === 'preview' && (
            <span className="ml-2 font-sans text-sm font-normal text-muted">{excerpt}</span>
          )}
        </span>
        <span className="highlight text-sm">{annotation}</span>
      </p>
      <ul
        className={classNames(
          'grid',
          variant === 'preview'
            ? 'mt-4 gap-3'
            : 'mt-5 gap-x-10 gap-y-5 @min-[36rem]:grid-cols-2 @min-[60rem]:grid-cols-3',
        )}
      >
        {parts.map((part, index) =>
          variant === 'preview' ? (
            <Line key={part.title}>
              <span className="block text-xs text-muted">{part.title}</span>
              <span className="font-medium text-balance">{part.checks[0]}</span>
            </Line>
          ) : (
            <li key={part.title} className="break-inside-avoid">
              <p className="mb-1 font-semibold">{part.title}</p>
              <ul className="grid gap-1 text-sm">
                {part.checks.map((check, at) => (
                  <Line key={check} number={index * part.checks.length + at + 1}>
                    {check}
                  </Line>
                ))}
              </ul>
            </li>
          ),
        )}
        {note && (
          <li className="self-end font-heading text-xl leading-tight font-bold tracking-tight text-balance">{note}</li>
        )}
      </ul>
    </div>
  );
}

function Line({ number, children }: { number?: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      {number !== undefined && (
        <span className="w-5 shrink-0 text-right font-heading font-bold text-azure print:hidden">{`${number}.`}</span>
      )}
      <span
        aria-hidden="true"
        className={classNames(
          'mt-1 size-4 shrink-0 border-2 border-line-strong',
          number !== undefined && 'not-print:hidden',
        )}
      />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
