import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { TrainingPage } from '#content/schema/pages.ts';
import type { CatalogueEntry } from './filter-courses.ts';

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
