type AnnexProps = {
  title: string;
  note: string;
  items: { title: string; text: string }[];
};

/** A page of the contract that lists what is included, numbered. */
export function Annex({ title, note, items }: AnnexProps) {
  return (
    <figure className="border border-line bg-surface p-5 shadow-float sm:p-8 print:shadow-none">
      <figcaption className="rule-head flex flex-wrap justify-between gap-x-6 pb-3 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">{note}</span>
      </figcaption>
      <dl className="divide-y divide-line">
        {items.map((item, index) => (
          <div
            key={item.title}
            className="grid grid-cols-[2.25rem_1fr] py-3 sm:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,8fr)] sm:gap-x-4"
          >
            <dt className="contents font-semibold">
              <span aria-hidden="true" className="font-heading font-bold text-azure tabular-nums">
                {index + 1}
              </span>
              {item.title}
            </dt>
            <dd className="text-sm text-muted max-sm:col-start-2">{item.text}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
