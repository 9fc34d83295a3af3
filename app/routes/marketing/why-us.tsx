import { RegionsMap } from '#app/components/pictures/regions-map.tsx';
import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { Figures } from '#app/components/sections/figures.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { whyUsPage } from '#content/pages/why-us.ts';
import { breadcrumbs, closingScene, company, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/why-us.ts';

export const loader = () => ({
  ...whyUsPage,
  ...pageMeta({
    path: '/why-us',
    ...whyUsPage.seo,
    structuredData: [company(), breadcrumbs({ label: 'Pourquoi Nous', path: '/why-us' })],
  }),
});

export default function WhyUs({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <Section heading={page.statistics}>
        <Figures items={page.statistics.items.map((item) => ({ ...item, title: item.label }))} />
      </Section>
      <Section heading={page.differentiators} ground="mist">
        <FeatureGrid items={page.differentiators.items} />
      </Section>
      <Section heading={page.method}>
        <StepsLine steps={page.method.items} />
      </Section>
      <Section heading={page.regions} ground="mist">
        <div className="grid items-start gap-12 lg:grid-cols-2">
          <RegionsMap regions={page.regions.items} label={page.regions.title} />
          <div className="grid gap-8">
            {page.regions.items.map((region) => (
              <div key={region.name} className="border-t border-line-strong pt-5">
                <h3 className="text-xl">{region.name}</h3>
                <p className="mt-2 text-muted">{region.text}</p>
                <CheckList items={region.points} className="mt-3" />
              </div>
            ))}
          </div>
        </div>
      </Section>
      <Section heading={page.certifications}>
        <TitledList items={page.certifications.items.map((item) => ({ title: item.name, text: item.text }))} />
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
