import type { ReactNode } from 'react';

type BenefitCardsProps = {
  items: { title: string; text: string }[];
  /** What the first cards show beside their text. */
  pictures: ReactNode[];
};

/** Five cards in two full rows: two wide ones with a picture, then three. */
export function BenefitCards({ items, pictures }: BenefitCardsProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-6 md:gap-6">
      {items.map((item, index) => (
        <li
          key={item.title}
          className="flex flex-col justify-between gap-6 border border-line bg-surface p-5 md:col-span-2 md:p-8 md:first:col-span-3 md:nth-2:col-span-3"
        >
          <div>
            <h3 className="text-xl">{item.title}</h3>
            <p className="mt-2 text-muted">{item.text}</p>
          </div>
          {pictures[index]}
        </li>
      ))}
    </ul>
  );
}
