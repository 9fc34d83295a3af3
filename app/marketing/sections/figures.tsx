import type { ReactNode } from 'react';
import { Amount } from '#app/components/ui/amount.tsx';
import { classNames } from '#app/components/ui/class-names.ts';

type FiguresProps = {
  items: { figure: string; title: string; text: string; picture?: ReactNode }[];
};

export function Figures({ items }: FiguresProps) {
  return (
    <ul
      className={classNames(
        '-mb-10 grid gap-x-12 sm:grid-cols-2 lg:-mb-16',
        items.length % 3 === 0 && 'lg:grid-cols-3',
      )}
    >
      {items.map((item) => (
        <li
          key={item.title}
          className={classNames(
            'grid grid-rows-subgrid border-t border-line pt-6 pb-10 lg:pb-16',
            item.picture ? 'row-span-4' : 'row-span-3',
          )}
        >
          {item.picture && <div className="mb-6 max-w-md self-end">{item.picture}</div>}
          {/* One heading, so that a screen reader reads the figure before what it counts. */}
          <h3 className="row-span-2 grid grid-rows-subgrid">
            <Amount value={item.figure} size="lg" className="content-end font-sans font-normal whitespace-nowrap" />{' '}
            <span className="mt-3 text-xl tracking-tight">{item.title}</span>
          </h3>
          <p className="mt-2 max-w-prose text-muted">{item.text}</p>
        </li>
      ))}
    </ul>
  );
}
