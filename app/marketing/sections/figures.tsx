import type { ReactNode } from 'react';
import { Amount } from '#app/components/ui/amount.tsx';
import { classNames } from '#app/components/ui/class-names.ts';

type FiguresProps = {
  items: { figure: string; title: string; text: string; picture?: ReactNode }[];
};

export function Figures({ items }: FiguresProps) {
  const hasPictures = items.some(({ picture }) => picture !== undefined);
  return (
    <ul
      className={classNames(
        '-mb-10 grid sm:grid-cols-2 sm:gap-x-12 lg:-mb-16',
        !hasPictures && 'grid-cols-2 gap-x-5',
        items.length % 3 === 0 && 'lg:grid-cols-3',
      )}
    >
      {items.map((item) => (
        <li
          key={item.title}
          className={classNames(
            'grid grid-rows-subgrid border-t border-line lg:pb-16',
            hasPictures ? 'pt-6 pb-10' : 'pt-4 pb-7 sm:pt-6 sm:pb-10',
            item.picture ? 'row-span-4' : 'row-span-3',
          )}
        >
          {item.picture && <div className="mb-6 max-w-md self-end">{item.picture}</div>}
          {/* One heading, so that a screen reader reads the figure before what it counts. */}
          <h3 className="row-span-2 grid grid-rows-subgrid">
            <Amount
              value={item.figure}
              size="lg"
              className={classNames(
                'content-end font-sans font-normal whitespace-nowrap',
                !hasPictures && 'max-sm:[&_.font-heading]:text-[2.25rem]',
              )}
            />{' '}
            <span
              className={classNames('tracking-tight', hasPictures ? 'mt-3 text-xl' : 'mt-2 text-lg sm:mt-3 sm:text-xl')}
            >
              {item.title}
            </span>
          </h3>
          <p className={classNames('mt-2 max-w-prose text-muted', !hasPictures && 'max-sm:text-sm')}>{item.text}</p>
        </li>
      ))}
    </ul>
  );
}
