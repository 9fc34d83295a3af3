import { classNames } from '../ui/class-names.ts';

type CourseDaysProps = {
  days: { title: string }[];
  /** The exam on the last day, with its duration. */
  exam: string;
  /** Accessible name of the list. */
  label: string;
};

/** One merlon of the rampart per day, with a flag on the day of the exam. */
export function CourseDays({ days, exam, label }: CourseDaysProps) {
  return (
    <div className="pt-10 lg:flex lg:items-stretch lg:pt-14">
      <Bay />
      <ol aria-label={label} className="lg:flex lg:flex-1">
        {days.map((day, index) => {
          const isLast = index === days.length - 1;
          return (
            <li key={day.title} className="relative flex flex-col lg:flex-1 lg:flex-row">
              <div className="flex flex-1 items-start gap-4 border-azure border-y-[2.5px] border-r-[2.5px] bg-surface p-4 lg:flex-col lg:border-b-0 lg:border-l-[2.5px] lg:pb-7">
                <span
                  aria-hidden="true"
                  className={classNames(
                    'w-6 shrink-0 font-heading text-2xl leading-none font-bold lg:text-3xl',
                    isLast ? 'text-sun-ink' : 'text-azure',
                  )}
                >
                  {index + 1}
                </span>
                <div className="min-w-0">
                  <p className="leading-snug font-semibold">{day.title}</p>
                  {isLast && (
                    <p className="mt-3 w-fit bg-sun-tint px-2.5 py-1 text-sm font-semibold text-sun-ink">{exam}</p>
                  )}
                </div>
              </div>
              {isLast && <Flag />}
              <span
                className={classNames(
                  'border-azure lg:w-4 lg:border-b-[2.5px]',
                  isLast ? 'max-lg:hidden' : 'border-l-[2.5px] max-lg:h-5 lg:border-l-0',
                )}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const pen = {
  fill: 'none',
  strokeWidth: 2.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  'aria-hidden': true,
} as const;

function Bay() {
  return (
    <>
      <svg {...pen} className="-mt-10 block h-10 w-16 overflow-visible lg:hidden">
        <path className="stroke-sea" d="M60 2C28 2 1.25 16 1.25 41" />
      </svg>
      <svg {...pen} viewBox="0 0 80 100" preserveAspectRatio="none" className="hidden w-20 overflow-visible lg:block">
        <path className="stroke-sea" d="M2 24C4 74 34 99 80 99" vectorEffect="non-scaling-stroke" />
      </svg>
    </>
  );
}

function Flag() {
  return (
    <svg {...pen} viewBox="0 0 48 56" className="absolute right-8 bottom-full hidden h-14 w-12 lg:block">
      <path className="fill-sun stroke-ink" d="M6 6h36l-9 10 9 10H6z" />
      <path className="stroke-ink" d="M6 55V4" />
    </svg>
  );
}
