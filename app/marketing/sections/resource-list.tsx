import { SectionHeading } from './section.tsx';

export type Resource = { title: string; text: string; action: string; note?: string | undefined };

type ResourceListProps = {
  title: string;
  lead?: string | undefined;
  items: Resource[];
  /** The id of the text that says, once for the whole page, why nothing of it is available yet. */
  describedBy: string;
};

/** A part of the table of contents. */
export function ResourceList({ title, lead, items, describedBy }: ResourceListProps) {
  return (
    <section className="rule-claim gap-x-12 pt-6 lg:grid lg:grid-cols-12 lg:pt-8">
      <div className="lg:col-span-4">
        <div className="lg:sticky lg:top-28">
          <SectionHeading title={title} lead={lead} />
        </div>
      </div>
      <ol className="lg:col-span-8">
        {items.map((item) => (
          <li
            key={item.title}
            className="grid gap-x-8 py-5 not-first:rule-row first:pt-0 sm:grid-cols-[1fr_auto] sm:items-baseline lg:py-6"
          >
            <div>
              <h3 className="text-xl md:text-2xl">{item.title}</h3>
              <p className="mt-1.5 max-w-prose text-muted">
                {item.note && <span className="font-semibold">{item.note}. </span>}
                {item.text}
              </p>
            </div>
            <button
              type="button"
              disabled
              aria-describedby={describedBy}
              className="min-h-10 justify-self-start text-left text-sm text-muted"
            >
              {item.action}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
