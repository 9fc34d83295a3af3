import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

export type Resource = { title: string; text: string; action: string; note?: string | undefined };

type ResourceListProps = {
  title: string;
  lead?: string | undefined;
  items: Resource[];
  /** The id of the heading that says why nothing is available yet. */
  soonId: string;
};

/** A part of the table of contents. */
export function ResourceList({ title, lead, items, soonId }: ResourceListProps) {
  return (
    <section className="rule-claim gap-x-12 pt-6 lg:grid lg:grid-cols-12 lg:pt-8">
      <div className="lg:col-span-4">
        <div className="lg:sticky lg:top-28">
          <h2 className="text-2xl">{title}</h2>
          {lead && <p className="mt-2 mb-6 text-muted">{lead}</p>}
        </div>
      </div>
      <ol className="lg:col-span-8">
        {items.map((item) => (
          <li key={item.title} className="py-4 not-first:rule-row first:pt-0 lg:py-6">
            <PhoneDetails title={<h3 className="text-lg md:text-xl">{item.title}</h3>}>
              <div className="mt-1.5 grid gap-x-8 md:grid-cols-[1fr_auto] md:items-baseline">
                <p className="max-w-prose text-muted">
                  {item.note && <span className="font-semibold">{item.note}. </span>}
                  {item.text}
                </p>
                <button
                  type="button"
                  disabled
                  aria-describedby={soonId}
                  className="min-h-10 justify-self-start text-left text-sm text-muted"
                >
                  {item.action}
                </button>
              </div>
            </PhoneDetails>
          </li>
        ))}
      </ol>
    </section>
  );
}
