type RackProps = { items: { title: string; text: string }[] };

/** What an installation brings, as the units of its rack, each labelled and wired to what it means. */
export function Rack({ items }: RackProps) {
  return (
    <ul className="grid gap-y-6 lg:gap-y-0">
      {items.map((item) => (
        <li key={item.title} className="grid break-inside-avoid gap-y-3 lg:grid-cols-12">
          <div className="rack-unit lg:col-span-6">
            <h3 className="text-xl">{item.title}</h3>
          </div>
          <p className="rack-wire text-muted lg:col-span-6 lg:self-center lg:py-4">{item.text}</p>
        </li>
      ))}
    </ul>
  );
}
