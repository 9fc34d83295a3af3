import { classNames } from '#app/components/ui/class-names.ts';
import type { WhyUsPage } from '#content/schema/pages.ts';

const widths = ['sm:col-span-6', 'sm:col-span-4', 'sm:col-span-4', 'sm:col-span-6'];

/** Four promises as the bricks of a wall, each with its proof; the fifth is the reader's. */
export function PromiseWall({ title, bricks, own }: WhyUsPage['hero']['wall']) {
  return (
    <figure>
      <figcaption className="font-heading text-2xl font-bold tracking-tight text-balance">{title}</figcaption>
      <ul className="mt-5 grid grid-cols-10 gap-1.5">
        {bricks.map(({ promise, proof }, index) => (
          <li
            key={promise}
            className={classNames(
              'col-span-10 flex flex-col justify-between gap-1 border border-transparent bg-azure px-4 py-3 text-on-azure sm:min-h-36 sm:gap-3 sm:py-4',
              widths[index],
            )}
          >
            <span className="font-heading text-lg leading-tight font-bold text-balance">{promise}</span>
            <span className="text-sm text-balance">{proof}</span>
          </li>
        ))}
        {/* The next brick lies on top; on a phone it comes last. */}
        <li className="col-span-10 grid min-h-16 sm:order-first sm:col-span-6 sm:col-start-3 place-items-center border-2 border-dashed border-line-strong p-3.5 text-center text-sm font-semibold text-balance">
          {own}
        </li>
      </ul>
    </figure>
  );
}
