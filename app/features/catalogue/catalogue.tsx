import { useSyncExternalStore } from 'react';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { SelectField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { TrainingPage } from '#content/schema/pages.ts';

export type CatalogueEntry = {
  slug: string;
  title: string;
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
  const matching = filterCourses(courses, filter);
  const setFilter = (name: 'domaine' | 'duree', value: string) =>
    setQuery((next) => {
      if (value) next.set(name, value);
      else next.delete(name);
    });

  return (
    <div>
      <div className="mb-8 grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto] print:hidden">
        <SelectField
          label={copy.filters.domain}
          placeholder={copy.filters.all}
          options={unique(courses.map((course) => course.domain)).map((domain) => ({ value: domain, label: domain }))}
          value={filter.domain}
          disabled={!isHydrated}
          onChange={(event) => setFilter('domaine', event.target.value)}
        />
        <SelectField
          label={copy.filters.duration}
          placeholder={copy.filters.all}
          options={unique(courses.map((course) => course.durationDays)).map((days) => ({
            value: String(days),
            label: `${days}\u00a0jours`,
          }))}
          value={filter.days}
          disabled={!isHydrated}
          onChange={(event) => setFilter('duree', event.target.value)}
        />
        <p role="status" className="py-3 text-sm text-muted">
          {matching.length} / {courses.length}
        </p>
      </div>
      {matching.length > 0 ? (
        <CatalogueTable copy={copy} courses={matching} />
      ) : (
        <div className="rounded-lg border border-line bg-surface p-8">
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

type CatalogueTableProps = { copy: TrainingPage['catalogue']; courses: CatalogueEntry[] };

const cell = 'px-4 py-5 align-top max-lg:block max-lg:px-0 max-lg:py-1';

/** Laid out as cards on small screens. */
export function CatalogueTable({ copy, courses }: CatalogueTableProps) {
  const { columns } = copy;
  return (
    <table className="w-full border-collapse text-left max-lg:block">
      <thead className="border-b border-line-strong max-lg:sr-only">
        <tr>
          {[columns.title, columns.certification, columns.duration, columns.domain, columns.programme].map((column) => (
            <th key={column} scope="col" className="px-4 py-3 text-sm font-semibold first:pl-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-4 sm:max-lg:grid-cols-2">
        {courses.map((course) => (
          <tr
            key={course.slug}
            className="border-b border-line max-lg:flex max-lg:flex-col max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:p-5"
          >
            <th scope="row" className={`${cell} lg:w-[36%] lg:pl-0`}>
              <span className="block font-heading text-xl leading-tight font-bold">{course.title}</span>
              <span className="mt-1.5 block text-sm font-normal text-muted">{course.description}</span>
            </th>
            <td className={`${cell} text-sm max-lg:mt-2`}>
              <Icon name="award" className="mr-2 inline size-4 text-sea-ink lg:hidden" />
              {course.certification}
            </td>
            <td className={`${cell} text-sm whitespace-nowrap`}>
              <Icon name="clock" className="mr-2 inline size-4 text-sea-ink lg:hidden" />
              {`${course.durationDays}\u00a0jours`}
            </td>
            <td className={`${cell} text-sm`}>
              <Icon name="layers" className="mr-2 inline size-4 text-sea-ink lg:hidden" />
              {course.domain}
            </td>
            <td className={`${cell} lg:pr-0 max-lg:mt-auto max-lg:pt-3`}>
              {course.isAvailable ? (
                <ActionLink
                  to={`/formations/${course.slug}`}
                  className="inline-flex items-center gap-1.5 py-1 font-semibold whitespace-nowrap text-azure underline-offset-4 hover:underline"
                >
                  {copy.more}
                  <span className="sr-only"> : {course.title}</span>
                  <Icon name="arrow-right" className="size-4" />
                </ActionLink>
              ) : (
                <Badge variant="warning">{copy.inPreparation}</Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
