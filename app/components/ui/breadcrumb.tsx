import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export type Crumb = { label: string; to: string };

/** The path from the home page to this one, which is the last crumb. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const current = crumbs.length - 1;
  return (
    <nav aria-label="Fil d’Ariane" className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm text-muted">
        {crumbs.map(({ label, to }, index) => (
          // On a phone the long name of a page below a parent, such as a course, is left to its title.
          <li
            key={to}
            className={classNames(
              'flex items-center gap-1.5',
              index === current && current > 1 && label.length > 20 && 'max-sm:sr-only',
            )}
          >
            {index > 0 && <Icon name="chevron-right" className="size-4" />}
            {index === current ? (
              <span aria-current="page" className="text-ink">
                {label}
              </span>
            ) : (
              <a href={to} className="py-1 underline-offset-4 hover:text-azure hover:underline">
                {label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
