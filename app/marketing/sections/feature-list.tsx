import type { ReactNode } from 'react';
import { CheckList } from '#app/components/ui/check-list.tsx';

type FeatureListProps = {
  /** The picture stands under the text. */
  items: { title: string; text: string; points: string[]; picture?: ReactNode }[];
};

/** What a service does, as ruled rows: title, text and points side by side. */
export function FeatureList({ items }: FeatureListProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.title} className="break-inside-avoid gap-x-12 py-7 lg:grid lg:grid-cols-12 lg:py-9">
          <h3 className="text-2xl lg:col-span-3">{item.title}</h3>
          <div className="lg:col-span-5">
            <p className="mt-3 text-muted lg:mt-0 lg:text-lg">{item.text}</p>
            {item.picture && <div className="mt-6 max-w-md">{item.picture}</div>}
          </div>
          <CheckList items={item.points} className="mt-5 content-start lg:col-span-4 lg:mt-0" />
        </li>
      ))}
    </ul>
  );
}
