import { classNames } from '#app/components/ui/class-names.ts';

type TitledListProps = {
  items: { title: string; text: string }[];
  /** On a large screen. */
  columns?: 2 | 4;
};

export function TitledList({ items, columns = 2 }: TitledListProps) {
  return (
    <dl className={classNames('grid gap-x-12 sm:grid-cols-2', columns === 4 && 'gap-x-8 lg:grid-cols-4')}>
      {items.map((item) => (
        <div key={item.title} className="break-inside-avoid border-t border-line py-6">
          <dt className="font-heading text-xl leading-snug font-bold tracking-tight">{item.title}</dt>
          <dd className="mt-1.5 text-muted">{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}
