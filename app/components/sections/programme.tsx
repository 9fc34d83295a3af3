type HalfDay = { title: string; points: string[] };
type ProgrammeProps = {
  days: { title: string; morning: HalfDay; afternoon: HalfDay }[];
  halfDays: { morning: string; afternoon: string };
};

function HalfDayBlock({ label, title, points }: HalfDay & { label: string }) {
  return (
    <div>
      <p className="text-sm font-semibold text-sea-ink">{label}</p>
      <h4 className="mt-1 print:mt-0 font-sans text-base font-semibold tracking-normal">{title}</h4>
      <ul className="mt-2 grid print:mt-0 list-disc gap-1 pl-5 text-muted marker:text-sea print:gap-0">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

export function Programme({ days, halfDays }: ProgrammeProps) {
  return (
    <ol className="grid gap-6 print:gap-2">
      {days.map((day, index) => (
        <li
          key={day.title}
          className="deferred-section break-inside-avoid rounded-lg border border-line bg-surface p-6 [--deferred-height:30rem] sm:p-8 print:border-0 print:p-0"
        >
          <h3 className="text-xl">
            <span className="text-azure">Jour {index + 1}</span>
            <span aria-hidden="true" className="mx-2.5 text-line-strong">
              |
            </span>
            {day.title}
          </h3>
          <div className="mt-5 grid gap-x-12 gap-y-6 md:grid-cols-2 print:mt-0.5 print:grid-cols-2 print:gap-6">
            <HalfDayBlock label={halfDays.morning} {...day.morning} />
            <HalfDayBlock label={halfDays.afternoon} {...day.afternoon} />
          </div>
        </li>
      ))}
    </ol>
  );
}
