import { type Action, Actions } from './actions.tsx';

type CoursePanelProps = {
  title: string;
  /** The two facts that are compared first. */
  figures: { label: string; figure: string; unit?: string | undefined }[];
  facts: { label: string; text: string }[];
  actions: Action[];
  updated: string;
};

/** What a training buyer looks for, and the two ways to ask for it. */
export function CoursePanel({ title, figures, facts, actions, updated }: CoursePanelProps) {
  return (
    <section
      aria-labelledby="course-panel"
      className="border border-line bg-surface p-5 shadow-card sm:p-7 print:hidden"
    >
      <h2 id="course-panel" className="sr-only">
        {title}
      </h2>
      <dl className="grid grid-cols-[auto_auto] justify-between gap-x-4">
        {figures.map((entry) => (
          <div key={entry.label} className="flex flex-col pb-4">
            <dt className="order-2 mt-1 text-sm text-muted">{entry.label}</dt>
            <dd className="font-heading text-[clamp(2.5rem,2rem+2vw,3.75rem)] leading-none lg:max-xl:text-[2.5rem] font-bold tracking-tighter whitespace-nowrap">
              {entry.figure}
              {entry.unit && <span className="ml-[0.3em] text-[0.35em] tracking-tight"> {entry.unit}</span>}
            </dd>
          </div>
        ))}
        {facts.map((fact) => (
          <div
            key={fact.label}
            className="col-span-2 flex justify-between gap-4 border-t border-line py-1.5 text-sm lg:py-2"
          >
            <dt className="text-muted">{fact.label}</dt>
            <dd className="text-right font-semibold">{fact.text}</dd>
          </div>
        ))}
      </dl>
      {/* On smaller screens they stand under the title. */}
      <Actions actions={actions} className="mt-4 *:w-full max-lg:hidden" />
      <p className="mt-3 text-xs text-muted">{updated}</p>
    </section>
  );
}
