import { CatalogueWall } from '#app/marketing/pictures/catalogue-wall.tsx';
import { BenefitSheet } from '#app/marketing/sections/benefit-sheet.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { FactRows } from '#app/marketing/sections/fact-rows.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { Catalogue } from '#app/marketing/catalogue/catalogue.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { availableCourses, courses } from '#content/courses/catalogue.ts';
import { trainingPage } from '#content/pages/training.ts';
import { wallStones } from '../course-facts.ts';
import { closingScene, pageMeta, withLinks } from '../page-data.ts';
import { courseList, faqPage } from '../structured-data.ts';
import type { Route } from './+types/training.ts';

export const loader = () => {
  const listed = courses.map((course) => {
    const { slug, title, standard, certification, durationDays, domain, description } = course;
    const entry = { slug, title, standard, certification, durationDays, domain, description };
    return { ...entry, isAvailable: course.status === 'available' };
  });
  const head = pageMeta({
    path: '/formations',
    ...trainingPage.seo,
    label: 'Formations',
    structuredData: [courseList(availableCourses.map(({ slug }) => slug)), faqPage(trainingPage.faq.items)],
  });
  return { page: trainingPage, stones: wallStones(), courses: listed, ...head };
};

export default function Training({ loaderData: { page, crumbs, stones, courses: entries } }: Route.ComponentProps) {
  const { benefits, financing } = page;
  return (
    <>
      <PageHero {...withLinks(page.hero)} isWide titleSize="sm" crumbs={crumbs} />
      <CatalogueWall stones={stones} label={page.hero.picture} />
      <Section heading={{ title: benefits.title }} ground="ink">
        <BenefitSheet
          items={benefits.items}
          pictures={[
            <p
              key="validity"
              aria-hidden="true"
              className="font-heading text-4xl font-bold tracking-tighter text-azure lg:text-right"
            >
              {benefits.validity}
            </p>,
            <div key="days" aria-hidden="true" className="flex h-13 items-end font-heading font-bold">
              {[1, 2, 3, 4, 5].map((day) => (
                <span
                  key={day}
                  className="mr-1.5 grid h-10 flex-1 place-items-center border-2 border-azure text-lg text-azure last:mr-0 last:h-13 last:flex-none last:border-sun last:bg-sun last:px-3 last:text-base last:text-night"
                >
                  {day === 5 ? benefits.examDay : day}
                </span>
              ))}
            </div>,
          ]}
        />
      </Section>
      <Section heading={{ title: page.catalogue.title, lead: page.catalogue.lead }} id="catalogue">
        <Island name="catalogue" component={Catalogue} props={{ copy: page.catalogue, courses: entries }} />
      </Section>
      <Section heading={{ title: financing.title, lead: financing.lead }} ground="mist" layout="split">
        <FactRows facts={financing.items.map(({ title, text }) => ({ label: title, text }))} />
      </Section>
      <Closing {...closingScene(page.closing)} questions={page.faq} />
    </>
  );
}
