import type { ReactNode } from 'react';
import { Amount } from '#app/components/ui/amount.tsx';
import { classNames } from '#app/components/ui/class-names.ts';

type FiguresProps = {
  items: { figure: string; title: string; text: string; picture: ReactNode }[];
  /** `sm`: six figures, in two columns on a phone. */
  size?: 'md' | 'sm';
};

/** Figures, each below the bricks that count it. */
export function Figures({ items, size = 'md' }: FiguresProps) {
  const isSmall = size === 'sm';
  return (
    <ul
      className={classNames(
        '-mb-10 grid sm:grid-cols-2 sm:gap-x-12',
        isSmall ? 'grid-cols-2 gap-x-5 lg:grid-cols-3' : 'lg:-mb-16',
      )}
    >
      {items.map((item) => (
        <li
          key={item.title}
          className={classNames(
            'row-span-4 grid grid-rows-subgrid border-t border-line pt-6 pb-10',
            !isSmall && 'lg:pb-16',
          )}
        >
          <div className={classNames('max-w-md self-end', isSmall ? 'mb-4' : 'mb-6')}>{item.picture}</div>
          {/* One heading, so that a screen reader reads the figure before what it counts. */}
          <h3 className="row-span-2 grid grid-rows-subgrid">
            <Amount
              value={item.figure}
              size="lg"
              className={classNames(
                'content-end font-sans font-normal whitespace-nowrap',
                isSmall && 'max-lg:[&_.font-heading]:text-[2.25rem] lg:[&_.font-heading]:text-[3.5rem]',
              )}
            />{' '}
            <span className={classNames('tracking-tight', isSmall ? 'mt-2 text-lg sm:text-xl' : 'mt-3 text-xl')}>
              {item.title}
            </span>
          </h3>
          <p className={classNames('mt-2 max-w-prose text-muted', isSmall && 'max-sm:text-sm')}>{item.text}</p>
        </li>
      ))}
    </ul>
  );
}
