import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';

type BenefitSheetProps = {
  items: { title: string; text: string }[];
  /** What the first rows show beside their text. */
  pictures: ReactNode[];
};

/** What is included, as one sheet of paper with a row each. */
export function BenefitSheet({ items, pictures }: BenefitSheetProps) {
  return (
    <ul className="ground-sheet border border-line px-5 shadow-float sm:px-8 lg:px-10 print:border-0 print:px-0 print:shadow-none">
      {items.map((item, index) => (
        <li
          key={item.title}
          className="grid gap-x-12 gap-y-2 break-inside-avoid py-5 not-first:rule-row lg:grid-cols-[4fr_5fr_3fr] lg:items-center lg:py-7"
        >
          <h3 className="text-xl lg:text-2xl">{item.title}</h3>
          <p className={classNames('max-w-prose text-muted', !pictures[index] && 'lg:col-span-2')}>{item.text}</p>
          {pictures[index]}
        </li>
      ))}
    </ul>
  );
}
