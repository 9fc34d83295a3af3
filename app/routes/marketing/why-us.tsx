import { RegionsMap } from '#app/marketing/pictures/regions-map.tsx';
import { StepsLine } from '#app/marketing/pictures/steps-line.tsx';
import { TwoColumnSheet } from '#app/marketing/pictures/two-column-sheet.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Figures } from '#app/marketing/sections/figures.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { whyUsPage } from '#content/pages/why-us.ts';
import { closingScene, pageMeta, withLinks } from '../page-data.ts';
import { company } from '../structured-data.ts';
import type { Route } from './+types/why-us.ts';

export const loader = () => ({
  ...whyUsPage,
  ...pageMeta({
    path: '/why-us',
    ...whyUsPage.seo,
    label: 'Pourquoi Nous',
    structuredData: [company()],
  }),
});

export default function WhyUs({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        {...withLinks(page.hero)}
        titleSize="sm"
        crumbs={page.crumbs}
        aside={<TwoColumnSheet {...page.hero.sheet} />}
      />
      <Section heading={page.statistics} ground="ink">
        <Figures items={page.statistics.items.map((item) => ({ ...item, title: item.label }))} />
      </Section>
      <Section heading={page.differentiators}>
        <ul className="grid gap-x-12 md:grid-cols-2">
          {page.differentiators.items.map((item) => (
            <li
              key={item.title}
              className="row-span-2 grid grid-rows-subgrid gap-y-2 border-t border-line-strong py-6 lg:py-8"
            >
              <h3 className="text-2xl">{item.title}</h3>
              <p className="max-w-prose text-muted">{item.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.method} ground="mist" size="lg">
        <StepsLine steps={page.method.items} />
      </Section>
      <Section heading={page.regions}>
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[7fr_5fr] lg:gap-y-12">
          <div className="relative overflow-hidden bg-mist max-lg:aspect-[440/356] lg:row-span-2 lg:self-stretch">
            <RegionsMap regions={page.regions.items} cities={page.regions.cities} label={page.regions.title} />
          </div>
          {page.regions.items.map((region) => (
            <div key={region.name} className="border-t border-line-strong pt-5">
              <h3 className="text-2xl">{region.name}</h3>
              <p className="mt-2 text-lg">{region.text}</p>
              <ul className="mt-4 grid list-disc gap-2 pl-5 text-muted marker:text-azure">
                {region.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Section>
      <Section heading={page.certifications} ground="mist">
        <dl className="grid gap-x-12 md:grid-cols-2">
          {page.certifications.items.map((item) => (
            <div key={item.name} className="border-t border-line-strong py-3.5 lg:py-7">
              <dt className="font-heading text-2xl font-bold tracking-tight">{item.name}</dt>
              <dd className="mt-1 max-w-prose text-muted max-md:text-sm">{item.text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
