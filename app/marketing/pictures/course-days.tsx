type CourseDaysProps = {
  days: { title: string }[];
  /** The exam on the last day, with its duration. */
  exam: string;
  /** Accessible name of the list. */
  label: string;
};

/** One merlon of the rampart per day, each a link to the day's sheet. */
export function CourseDays({ days, exam, label }: CourseDaysProps) {
  return (
    <div className="hidden items-stretch lg:flex print:hidden">
      <svg
        aria-hidden="true"
        viewBox="0 0 80 100"
        preserveAspectRatio="none"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        className="w-16 shrink-0 overflow-visible"
      >
        <path className="stroke-sea" d="M2 24C4 74 34 99 80 99" vectorEffect="non-scaling-stroke" />
      </svg>
      <ol aria-label={label} className="flex flex-1">
        {days.map((day, index) => {
          const isLast = index === days.length - 1;
          return (
            <li key={day.title} className="flex flex-1 last:flex-[0.94]">
              <a
                href={`#jour-${index + 1}`}
                className="flex flex-1 flex-col border-[2.5px] border-b-0 border-azure bg-surface p-4 pb-6 hover:bg-tint"
              >
                <span className="font-heading text-2xl leading-none font-bold text-azure">{index + 1}</span>
                <span className="mt-3 leading-snug font-semibold">{day.title}</span>
                {isLast && (
                  <span className="mt-3 w-fit border border-transparent bg-sun px-2.5 py-0.5 text-sm font-semibold text-night">
                    {exam}
                  </span>
                )}
              </a>
              {!isLast && <span className="w-4 border-b-[2.5px] border-azure" />}
            </li>
          );
        })}
      </ol>
      <span className="w-10 border-b-[2.5px] border-azure" />
    </div>
  );
}
