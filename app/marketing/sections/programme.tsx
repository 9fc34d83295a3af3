import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { AvailableCourse } from '#content/schema/course.ts';
import type { CoursePage } from '#content/pages/course.ts';

type HalfDay = AvailableCourse['programme'][number]['morning'];
type ProgrammeProps = {
  course: string;
  days: AvailableCourse['programme'];
  copy: CoursePage['sheet'];
  /** The exam on the last day, with its duration. */
  exam: string;
  /** Below the sheets. */
  note: ReactNode;
};

/** One sheet of paper per day, with the places where participants sign. */
export function Programme({ course, days, copy, exam, note }: ProgrammeProps) {
  return (
    <div className="grid gap-3 md:gap-10 lg:grid-cols-2 print:block">
      <ol className="contents print:grid print:gap-2">
        {days.map((day, index) => {
          const isLast = index === days.length - 1;
          // Three days are three wide sheets; of five, the last one has no neighbour.
          const isWide = days.length < 4 || (isLast && index % 2 === 0);
          return (
            <li
              key={day.title}
              id={`jour-${index + 1}`}
              className={classNames('day-sheet break-inside-avoid', isWide ? 'lg:col-span-2' : 'day-sheet-pair')}
            >
              <PhoneDetails
                open={index === 0}
                className="ground-sheet relative h-full border border-line p-5 shadow-card sm:p-8 md:pb-18 print:border-0 print:p-0 print:shadow-none"
                title={
                  <h3 className="text-xl md:grid md:grid-cols-[auto_1fr] md:items-start md:gap-x-5">
                    <span className="block text-base whitespace-nowrap text-azure md:row-span-2 md:text-3xl print:inline print:text-xl">
                      {copy.day} {index + 1}
                    </span>{' '}
                    <span className="md:pt-1.5 print:inline print:pt-0">{day.title}</span>
                  </h3>
                }
              >
                <div
                  className={classNames(
                    'day-halves mt-5 grid gap-x-10 gap-y-5 print:mt-0.5 print:grid-cols-2 print:gap-6',
                    isWide ? 'md:grid-cols-2' : 'md:max-lg:grid-cols-2',
                  )}
                >
                  <HalfDayBlock label={copy.morning} signature={copy.signature} {...day.morning} />
                  <HalfDayBlock
                    label={copy.afternoon}
                    signature={copy.signature}
                    {...day.afternoon}
                    exam={isLast ? exam : undefined}
                  />
                </div>
                <p
                  aria-hidden="true"
                  className="absolute inset-x-8 bottom-6 hidden text-xs text-muted md:block print:hidden"
                >
                  {course}
                  <span className="float-right">
                    {index + 1} / {days.length}
                  </span>
                </p>
              </PhoneDetails>
            </li>
          );
        })}
      </ol>
      {note}
    </div>
  );
}

type HalfDayBlockProps = HalfDay & { label: string; signature: string; exam?: string | undefined };

function HalfDayBlock({ label, title, points, signature, exam }: HalfDayBlockProps) {
  return (
    <div className="border-t border-line pt-3 print:border-0 print:pt-0">
      <p className="flex items-baseline justify-between gap-4 text-sm font-semibold text-sea-ink">
        <span>{label}</span>
        <span
          aria-hidden="true"
          className="hidden h-6 w-36 border border-dashed border-line-strong px-2 text-xs font-normal text-muted print:block"
        >
          {signature}
        </span>
      </p>
      <h4 className="font-sans text-base font-semibold tracking-normal">{title}</h4>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm text-muted marker:text-sea print:mt-0 print:gap-0">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {exam && (
        <p className="mt-5 w-fit border border-transparent bg-sun px-4 py-1.5 font-heading text-xl font-bold text-night print:hidden">
          {exam}
        </p>
      )}
    </div>
  );
}
