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
