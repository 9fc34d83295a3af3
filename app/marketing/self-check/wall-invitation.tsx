import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import type { WallPage } from '#content/schema/pages.ts';

type WallInvitationProps = WallPage['invitation'] & {
  /** The names of the wall's courses, each of three checks. */
  courses: string[];
  /** The numbers of the missing bricks; the first one is the next to lay. */
  holes: [number, ...number[]];
};

const states = {
  laid: 'border-transparent bg-azure-fill text-on-azure',
  missing: 'border-dashed border-line-strong text-muted',
  next: 'border-dashed border-sun-ink bg-sun-tint text-sun-ink',
};

/** The way to « Montez votre mur » from other pages: its bricks with the numbers of their checks, and holes. */
export function WallInvitation({ title, text, link, courses, holes }: WallInvitationProps) {
  const stateOf = (number: number) => (number === holes[0] ? 'next' : holes.includes(number) ? 'missing' : 'laid');
  return (
    <aside className="rule-claim mt-5 grid items-center gap-x-12 gap-y-6 pt-4 md:mt-8 lg:mt-14 lg:grid-cols-12 lg:pt-10 print:hidden">
      <div className="lg:col-span-5">
        <p className="font-heading text-2xl font-bold tracking-tight md:text-3xl">{title}</p>
        <p className="mt-1 text-muted md:mt-3 md:text-lg">{text}</p>
        <ActionLink to={link.to} className={buttonClass('secondary', 'md', 'mt-3 max-sm:w-full md:mt-6')}>
          {link.label}
        </ActionLink>
      </div>
      <div
        aria-hidden="true"
        className="grid gap-1 border-b-3 border-azure pb-1 font-heading text-sm font-bold max-sm:gap-0.5 max-lg:order-first lg:col-span-7"
      >
        {courses.map((course, row) => (
          <div
            key={course}
            className={classNames('grid grid-cols-3 gap-0.5 sm:gap-1', row % 2 === 0 ? 'mr-[8%]' : 'ml-[8%]')}
          >
            {[1, 2, 3].map((column) => {
              const number = row * 3 + column;
              return (
                <span
                  key={number}
                  className={classNames(
                    'flex h-5 items-center justify-between gap-2 border-2 px-2 sm:h-11 sm:px-3',
                    states[stateOf(number)],
                  )}
                >
                  <span className="font-sans text-xs leading-tight font-semibold max-sm:hidden">
                    {column === 1 && course}
                  </span>
                  <span className="ml-auto max-sm:text-xs">{number}</span>
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </aside>
  );
}
