import { Button } from '#app/components/ui/button.tsx';
import { SelectField } from '#app/components/ui/field.tsx';
import { useUrlQuery } from '#app/lib/use-url-query.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { TrainingPage } from '#content/schema/pages.ts';
import { CatalogueTable } from './catalogue-table.tsx';
import { type CatalogueEntry, filterCourses } from './filter-courses.ts';

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
          {shown.length} / {courses.length}
        </p>
      </div>
      {shown.length > 0 ? (
        <CatalogueTable copy={copy} courses={shown} />
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
