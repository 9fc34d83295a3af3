import { classNames } from '#app/components/ui/class-names.ts';
import type { AuditPage } from '#content/schema/form-pages.ts';

/** The four steps on ten office days: a call before them, the readings, the analysis, and the meeting on the last day. */
const steps = [
  { number: 1, span: 'col-span-1' },
  { number: 2, span: 'col-span-5' },
  { number: 3, span: 'col-span-4' },
  { number: 4, span: 'col-span-1' },
];
const days = Array.from({ length: 10 }, (_, index) => index + 1);

/** The days of an audit, a brick each, above the numbers of the steps that take them. */
export function AuditTimeline({ weeks, call, note }: AuditPage['process']['scale']) {
  return (
    <figure className="mb-4 lg:mb-8">
      <div
        aria-hidden="true"
        className="grid grid-cols-[minmax(2.75rem,1fr)_repeat(10,minmax(0,1fr))] gap-x-0.5 text-center sm:gap-x-1"
      >
        <span className="self-end pb-2 text-left text-sm leading-tight max-sm:text-xs">{call}</span>
        {weeks.map((week) => (
          <span key={week} className="col-span-5 self-end border-l border-line-strong pb-2 pl-2 text-left text-sm">
            {week}
          </span>
        ))}
        <span className="mr-auto h-9 w-1.5 bg-azure sm:h-14" />
        {days.map((day) => (
          <span
            key={day}
            className={classNames(
              'grid h-9 place-items-center font-heading font-bold max-sm:text-sm sm:h-14 sm:text-lg',
              day === 10 ? 'bg-sun text-night' : 'bg-azure text-on-azure',
            )}
          >
            {day}
          </span>
        ))}
        {steps.map(({ number, span }) => (
          <span
            key={number}
            className={classNames(
              'mt-2 border-t-2 border-ink pt-1 text-left font-heading text-lg font-bold text-azure',
              span,
            )}
          >
            {number}
          </span>
        ))}
      </div>
      <figcaption className="mt-1 text-sm text-muted">{note}</figcaption>
    </figure>
  );
}
