import type { ReactNode } from 'react';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type FeatureColumnsProps = {
  /** Four. */
  items: { title: string; text: string; points: string[] }[];
  /** What the second one looks like: after it on a phone, beside the first two on a large screen. */
  picture: ReactNode;
};

/** What a service does, in two columns: two beside the picture, then two side by side. */
export function FeatureColumns({ items, picture }: FeatureColumnsProps) {
  const entries = items.map((item) => (
    <li key={item.title} className="break-inside-avoid border-t border-line-strong pt-4 md:pt-6">
      <PhoneDetails title={<h3 className="text-xl md:text-2xl">{item.title}</h3>}>
        <p className="mt-3 text-muted">{item.text}</p>
        <CheckList items={item.points} className="mt-5" />
      </PhoneDetails>
    </li>
  ));
  return (
    <ul className="grid gap-x-12 gap-y-4 md:gap-y-10 lg:grid-cols-2 lg:gap-y-12">
      {entries.slice(0, 2)}
      <li className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-center">{picture}</li>
      {entries.slice(2)}
    </ul>
  );
}
