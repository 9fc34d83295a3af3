import type { ReactNode } from 'react';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type FeatureListProps = {
  items: { title: string; text: string; points: string[]; picture: ReactNode }[];
};

/** What a service does, as ruled rows: a picture beside its text; on a phone above its title, which unfolds the text. */
export function FeatureList({ items }: FeatureListProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li
          key={item.title}
          className="grid gap-x-20 gap-y-3 break-inside-avoid py-5 lg:grid-cols-[5fr_7fr] lg:items-center lg:py-10"
        >
          <div className="max-lg:max-w-md">{item.picture}</div>
          <PhoneDetails title={<h3 className="text-xl md:text-2xl">{item.title}</h3>}>
            <p className="mt-2 max-w-prose text-muted">{item.text}</p>
            <CheckList items={item.points} className="mt-4 gap-x-8 md:grid-cols-2 lg:mt-5" />
          </PhoneDetails>
        </li>
      ))}
    </ul>
  );
}
