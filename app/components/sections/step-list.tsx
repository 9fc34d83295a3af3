type StepListProps = {
  title: string;
  lead?: string | undefined;
  steps: { title: string; text: string; duration: string }[];
};

/** Steps in a narrow column: their order, how long each takes, and what happens. */
export function StepList({ title, lead, steps }: StepListProps) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <ol className="mt-6 ml-4 border-l-2 border-azure">
        {steps.map((step, index) => (
          <li key={step.title} className="relative pb-5 pl-7 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-0 -left-4 grid h-8 w-8 place-items-center border-2 border-azure bg-mist font-heading text-sm font-bold text-azure"
            >
              {index + 1}
            </span>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h3 className="text-lg">{step.title}</h3>
              <p className="text-sm font-semibold text-sea-ink">{step.duration}</p>
            </div>
            <p className="mt-1 text-sm text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
