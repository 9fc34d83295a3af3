import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export type Crumb = { label: string; to?: string };

export function Breadcrumb({ label, crumbs }: { label: string; crumbs: Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm text-muted">
        {crumbs.map((crumb, index) => (
          // The title follows on a phone.
          <li key={crumb.label} className={classNames('flex items-center gap-1.5', !crumb.to && 'max-sm:sr-only')}>
            {index > 0 && <Icon name="chevron-right" className="size-4" />}
            {crumb.to ? (
              <a href={crumb.to} className="py-1 underline-offset-4 hover:text-azure hover:underline">
                {crumb.label}
              </a>
            ) : (
              <span aria-current="page" className="text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
