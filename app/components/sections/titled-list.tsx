import { classNames } from '../ui/class-names.ts';

export function TitledList({ items, columns = 2 }: { items: { title: string; text: string }[]; columns?: 2 | 4 }) {
  return (
    <dl className={classNames('grid gap-x-12 sm:grid-cols-2', columns === 4 && 'lg:grid-cols-4')}>
      {items.map((item) => (
        <div key={item.title} className="break-inside-avoid border-t border-line py-5">
          <dt className="font-semibold">{item.title}</dt>
          <dd className="mt-1 text-muted">{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}
