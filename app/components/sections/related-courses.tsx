import { ActionLink } from '../ui/action-link.tsx';

type RelatedCoursesProps = { courses: { slug: string; title: string; standard: string; description: string }[] };

/** Only the number and the title on a phone. */
export function RelatedCourses({ courses }: RelatedCoursesProps) {
  return (
    <ul className="grid gap-x-6 gap-y-3 md:grid-cols-3">
      {courses.map((course) => (
        <li
          key={course.slug}
          className="relative border border-line bg-surface p-5 hover:border-azure max-md:flex max-md:items-center max-md:gap-3 max-md:py-4 md:p-6"
        >
          <span
            aria-hidden="true"
            className="outlined-number block font-heading text-[1.75rem] leading-none whitespace-nowrap max-md:w-24 max-md:shrink-0 md:text-[4rem]"
          >
            {course.standard}
          </span>
          <h3 className="text-xl max-md:text-base md:mt-5">
            <ActionLink to={`/formations/${course.slug}`} className="after:absolute after:inset-0">
              {course.title}
            </ActionLink>
          </h3>
          <p className="mt-2 text-muted max-md:hidden">{course.description}</p>
        </li>
      ))}
    </ul>
  );
}
