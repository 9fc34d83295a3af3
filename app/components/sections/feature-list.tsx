import { CheckList } from '../ui/check-list.tsx';
import { classNames } from '../ui/class-names.ts';

type FeatureListProps = {
  items: { title: string; text: string; points: string[] }[];
  /** `rows`: title, text and points side by side. `stack`: one under the other, beside something else. */
  layout?: 'rows' | 'stack';
};

/** What a service does, as ruled rows. */
export function FeatureList({ items, layout = 'rows' }: FeatureListProps) {
  const isRows = layout === 'rows';
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li
          key={item.title}
          className={classNames('break-inside-avoid py-7 lg:py-9', isRows && 'gap-x-12 lg:grid lg:grid-cols-12')}
        >
          <h3 className={classNames('text-2xl', isRows && 'lg:col-span-3')}>{item.title}</h3>
          <p className={classNames('mt-3 text-muted', isRows && 'lg:col-span-5 lg:mt-0 lg:text-lg')}>{item.text}</p>
          <CheckList
            items={item.points}
            className={classNames('mt-5', isRows && 'content-start lg:col-span-4 lg:mt-0')}
          />
        </li>
      ))}
    </ul>
  );
}
