import { CheckList } from '../ui/check-list.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';

export type Feature = { icon: string; title: string; text: string; points?: string[] };

const columnClass = { 2: 'md:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' };

export function FeatureGrid({ items, columns = 3 }: { items: Feature[]; columns?: 2 | 3 | 4 }) {
  return (
    <ul className={classNames('grid gap-x-10 gap-y-10', columnClass[columns])}>
      {items.map((item) => (
        <li key={item.title} className="break-inside-avoid">
          <span className="mb-4 grid size-11 place-items-center rounded-md bg-tint text-azure">
            <Icon name={item.icon} className="size-5.5" />
          </span>
          <h3 className="text-xl">{item.title}</h3>
          <p className="mt-2 text-muted">{item.text}</p>
          {item.points && <CheckList items={item.points} className="mt-4" />}
        </li>
      ))}
    </ul>
  );
}
