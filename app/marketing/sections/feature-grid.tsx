import { CheckList } from '#app/components/ui/check-list.tsx';

type FeatureGridProps = { items: { title: string; text: string; points: string[] }[] };

/** Two columns, whose titles, texts and points begin on common lines. */
export function FeatureGrid({ items }: FeatureGridProps) {
  return (
    <ul className="grid gap-x-12 gap-y-10 md:grid-cols-2 lg:gap-y-14">
      {items.map((item) => (
        <li
          key={item.title}
          className="row-span-3 grid break-inside-avoid grid-rows-subgrid gap-y-0 border-t-2 border-azure pt-5"
        >
          <h3 className="text-2xl">{item.title}</h3>
          <p className="mt-2 text-muted">{item.text}</p>
          <CheckList items={item.points} className="mt-5 content-start" />
        </li>
      ))}
    </ul>
  );
}
