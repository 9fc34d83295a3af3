import type { ReactNode } from 'react';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type FeatureColumnsProps = {
  /** Four. */
  items: { title: string; text: string; points: string[] }[];
  /** What the second one looks like: after it on a phone, beside the first two on a large screen. */
  picture: ReactNode;
};

/** What a service does: on a large screen three beside the picture, which is as high as they are, and the last one below both. */
export function FeatureColumns({ items, picture }: FeatureColumnsProps) {
  const entries = items.map((item, index) => {
    const isWide = index === items.length - 1;
    return (
      <li
        key={item.title}
        className={classNames('break-inside-avoid rule-row pt-4 md:pt-6', isWide && 'lg:col-span-2 lg:row-start-4')}
      >
        <PhoneDetails title={<h3 className="text-xl md:text-2xl">{item.title}</h3>}>
          <div className={classNames(isWide && 'gap-x-12 lg:grid lg:grid-cols-2')}>
            <p className="mt-3 text-muted">{item.text}</p>
            <CheckList items={item.points} className={classNames('mt-5', isWide && 'lg:mt-3')} />
          </div>
        </PhoneDetails>
      </li>
    );
  });
  return (
    <ul className="grid items-start gap-x-12 gap-y-4 md:gap-y-10 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr_auto] lg:gap-y-12">
      {entries.slice(0, 2)}
      <li className="max-lg:mt-2 lg:col-start-2 lg:row-span-3 lg:row-start-1">{picture}</li>
      {entries.slice(2)}
    </ul>
  );
}
