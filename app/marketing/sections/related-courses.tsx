import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Icon } from '#app/components/ui/icon.tsx';

type RelatedCoursesProps = { courses: { slug: string; title: string; standard: string; description: string }[] };

/** Only the number and the title on a phone. */
export function RelatedCourses({ courses }: RelatedCoursesProps) {
  return (
    <ul className="grid gap-x-6 gap-y-3 md:grid-cols-3">
      {courses.map((course) => (
        <li
          key={course.slug}
          className="group relative flex border border-line bg-surface p-5 hover:border-azure max-md:items-center max-md:gap-3 max-md:py-4 md:flex-col md:p-6"
        >
          <span
            aria-hidden="true"
            className="block font-heading leading-none font-bold whitespace-nowrap max-md:w-20 max-md:shrink-0 max-md:text-2xl text-azure md:text-[4rem]"
          >
            {course.standard}
          </span>
          <h3 className="text-xl max-md:flex-1 max-md:text-base md:mt-5">
            <ActionLink to={`/formations/${course.slug}`} className="after:absolute after:inset-0">
              {course.title}
            </ActionLink>
          </h3>
          <p className="mt-2 mb-5 text-muted max-md:hidden">{course.description}</p>
          <Icon
            name="arrow-right"
            className="size-5 shrink-0 text-azure group-hover:translate-x-1 md:mt-auto md:size-6"
          />
        </li>
      ))}
    </ul>
  );
}
