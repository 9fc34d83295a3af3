import { Closing } from '#app/components/sections/closing.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
import { Catalogue } from '#app/features/catalogue/catalogue.tsx';
import { Island } from '#app/islands/island.tsx';
import { courses } from '#content/courses/catalogue.ts';
import { trainingPage } from '#content/pages/training.ts';
import { absoluteUrl, breadcrumbs, closingScene, faqPage, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/training.ts';

export const loader = () => {
  const listed = courses.map(({ slug, title, certification, durationDays, domain, description, status }) => ({
    slug,
    title,
    certification,
    durationDays,
    domain,
    description,
    isAvailable: status === 'available',
  }));
  const head = pageMeta({
    path: '/formations',
    ...trainingPage.seo,
    structuredData: [
      breadcrumbs({ label: 'Formations', path: '/formations' }),
      {
        '@type': 'ItemList',
        itemListElement: listed
          .filter((course) => course.isAvailable)
          .map((course, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            url: absoluteUrl(`/formations/${course.slug}`),
          })),
      },
      faqPage(trainingPage.faq.items),
    ],
  });
  return { page: trainingPage, courses: listed, ...head };
};

export default function Training({ loaderData: { page, courses: entries } }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <Section heading={page.catalogue} id="catalogue">
        <Island name="catalogue" component={Catalogue} props={{ copy: page.catalogue, courses: entries }} />
      </Section>
      <Section heading={page.benefits} ground="mist">
        <FeatureGrid items={page.benefits.items} />
      </Section>
      <Section heading={page.financing}>
        <TitledList items={page.financing.items} />
      </Section>
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
