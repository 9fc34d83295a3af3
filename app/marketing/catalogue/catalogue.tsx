import { useSyncExternalStore } from 'react';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { TrainingPage } from '#content/schema/pages.ts';
import { awardOf, splitTitle } from './course-title.ts';
import { hydrate } from '#app/components/layout/hydrate.tsx';

export { hydrate };

export type CatalogueEntry = {
  slug: string;
  title: string;
  standard: string;
  certification: string;
  durationDays: number;
  domain: string;
  description: string;
  isAvailable: boolean;
};
export type CatalogueFilter = { domain: string; days: string };

/** An unknown value, from an old link, does not filter. */
export const filterCourses = (courses: CatalogueEntry[], { domain, days }: CatalogueFilter) => {
  const isDomain = courses.some((course) => course.domain === domain);
  const isDays = courses.some((course) => String(course.durationDays) === days);
  return courses.filter(
    (course) => (!isDomain || course.domain === domain) && (!isDays || String(course.durationDays) === days),
  );
};

/** In the order in which the domains first occur. */
export const groupByDomain = (courses: CatalogueEntry[]) => Map.groupBy(courses, (course) => course.domain);

type CatalogueProps = { copy: TrainingPage['catalogue']; courses: CatalogueEntry[] };

const unique = <T,>(values: T[]) => [...new Set(values)];

export function Catalogue({ copy, courses }: CatalogueProps) {
  const [query, setQuery] = useUrlQuery();
  const isHydrated = useHydrated();
  // The prerendered page has the full list: the URL applies after hydration.
  const filter = {
    domain: (isHydrated && query.get('domaine')) || '',
    days: (isHydrated && query.get('duree')) || '',
  };
  const shown = filterCourses(courses, filter);
  const setFilter = (name: 'domaine' | 'duree', value: string) =>
    setQuery((next) => {
      if (value) next.set(name, value);
      else next.delete(name);
    });
  const domains = unique(courses.map((course) => course.domain)).map((domain) => ({ value: domain, label: domain }));
  const durations = unique(courses.map((course) => String(course.durationDays)))
    .toSorted()
    .map((days) => ({ value: days, label: `${days}\u00a0jours` }));

  return (
    <div>
      <div className="needs-script mb-8 flex flex-wrap items-end gap-x-10 gap-y-4 print:hidden">
        <ChipGroup
          label={copy.filters.domain}
          all={copy.filters.all}
          options={domains}
          value={filter.domain}
          onChange={(value) => setFilter('domaine', value)}
        />
        <ChipGroup
          label={copy.filters.duration}
          all={copy.filters.all}
          options={durations}
          value={filter.days}
          onChange={(value) => setFilter('duree', value)}
        />
        <p role="status" className="ml-auto py-2 text-sm text-muted">
          {shown.length === 1 ? copy.count.one : copy.count.many.replace('%s', String(shown.length))}
        </p>
      </div>
      {shown.length > 0 ? (
        <CatalogueTable copy={copy} courses={shown} />
      ) : (
        <div className="border border-line bg-surface p-8">
          <p>{copy.filters.none}</p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-4"
            onClick={() => setQuery((next) => ['domaine', 'duree'].forEach((name) => next.delete(name)))}
          >
            {copy.filters.reset}
          </Button>
        </div>
      )}
    </div>
  );
}

type ChipGroupProps = {
  label: string;
  all: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** An unknown value, from an old link, selects nothing: all courses are shown. */
function ChipGroup({ label, all, options, value, onChange }: ChipGroupProps) {
  const selected = options.some((option) => option.value === value) ? value : '';
  return (
    <div role="group" aria-label={label}>
      <p aria-hidden="true" className="mb-2 text-sm font-semibold">
        {label}
      </p>
      <div className="flex flex-wrap gap-2">
        {[{ value: '', label: all }, ...options].map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === selected}
            data-press-early=""
            onClick={() => onChange(option.value)}
            className="min-h-10 rounded-full border border-line-strong px-4 py-1 text-sm max-sm:px-3 hover:border-azure aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-paper"
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

const cell = 'py-5 pr-6 text-sm align-baseline max-lg:block max-lg:p-0';

/** Laid out as cards on small screens. The domain is the heading of its group, and in each row for assistive technology. */
function CatalogueTable({ copy, courses }: CatalogueProps) {
  const { columns } = copy;
  return (
    <table className="w-full border-collapse text-left max-lg:block">
      <thead className="max-lg:sr-only">
        <tr>
          {[columns.title, columns.certification, columns.duration, columns.domain, columns.programme].map((column) => (
            <th
              key={column}
              scope="col"
              className="py-3 pr-6 text-sm font-semibold text-muted last:pr-0 last:text-right"
            >
              {column === columns.domain ? <span className="sr-only">{column}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      {[...groupByDomain(courses)].map(([domain, group]) => (
        <tbody key={domain} className="lg:*:last:*:pb-10 max-lg:mb-8 max-lg:grid max-lg:gap-3 sm:max-lg:grid-cols-2">
          <tr className="rule-claim max-lg:col-span-full max-lg:block">
            <th scope="rowgroup" colSpan={5} className="pt-4 pb-2 max-lg:block">
              <span className="font-heading text-xl font-bold tracking-tight">{domain}</span>{' '}
              <span className="ml-3 text-sm font-normal whitespace-nowrap text-muted">
                {group.length === 1 ? copy.count.one : copy.count.many.replace('%s', String(group.length))}
              </span>
            </th>
          </tr>
          {group.map((course) => (
            <tr
              key={course.slug}
              className="border-b border-line last:border-b-0 max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:grid-rows-[auto_1fr_auto] max-lg:items-baseline max-lg:gap-x-4 max-lg:gap-y-1 max-lg:border max-lg:bg-surface max-lg:p-4 max-lg:last:border-b sm:max-lg:p-5"
            >
              <th scope="row" className={`${cell} max-lg:col-span-2 lg:w-[62%]`}>
                {/* On a wide screen the standard has a column of its own, on the line of the award. */}
                <span className="block lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-baseline lg:gap-x-6">
                  <Title {...course} />
                  <span className="mt-1.5 block font-normal text-muted max-sm:hidden lg:col-start-2">
                    {course.description}
                  </span>
                </span>
              </th>
              <td className={`${cell} max-lg:col-span-2 max-lg:text-muted lg:w-[21%]`}>{course.certification}</td>
              <td
                className={`${cell} whitespace-nowrap max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-2.5 max-lg:font-semibold`}
              >
                {`${course.durationDays}\u00a0jours`}
                <span
                  aria-hidden="true"
                  className={classNames(
                    'course-length max-[23.5rem]:hidden',
                    course.durationDays === 3 ? 'w-9' : 'w-15',
                    !course.isAvailable && 'course-length-planned',
                  )}
                />
              </td>
              <td className={`${cell} max-lg:absolute lg:w-0`}>
                <span className="sr-only">{course.domain}</span>
              </td>
              <td className={`${cell} text-right lg:pr-0`}>
                {course.isAvailable ? (
                  <ActionLink
                    to={`/formations/${course.slug}`}
                    className="inline-flex items-center gap-1.5 py-1 font-semibold whitespace-nowrap text-azure underline-offset-4 hover:underline"
                  >
                    {copy.more}
                    <span className="sr-only">&nbsp;: {course.title}</span>
                    <Icon name="arrow-right" className="size-4" />
                  </ActionLink>
                ) : (
                  <Badge variant="warning" className="text-left lg:whitespace-nowrap">
                    {copy.inPreparation}
                  </Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const titleClass = 'font-heading text-xl leading-tight font-bold tracking-tight max-sm:text-lg';

/** The standard is found by its colour, the award read after it. */
function Title(course: CatalogueEntry) {
  const [standard, rest] = splitTitle(course);
  return (
    <>
      <span className={`${titleClass} whitespace-nowrap text-azure lg:text-2xl`}>{standard}</span>
      {rest.includes('–') && <span className="sr-only"> –</span>} <span className={titleClass}>{awardOf(course)}</span>
    </>
  );
}

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
};

/** The URL's query on a page without a router. Changes replace the history entry. */
export function useUrlQuery() {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  const setQuery = (change: (query: URLSearchParams) => void) => {
    const query = new URLSearchParams(location.search);
    change(query);
    history.replaceState(history.state, '', query.size > 0 ? `?${query.toString()}` : location.pathname);
    for (const listener of listeners) listener();
  };
  return [new URLSearchParams(search), setQuery] as const;
}
