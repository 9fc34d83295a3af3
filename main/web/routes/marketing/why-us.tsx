import type { ReactNode } from 'react';
import { MethodWall } from '#app/marketing/pictures/method-wall.tsx';
import { PromiseWall } from '#app/marketing/pictures/promise-wall.tsx';
import { RegionsMap } from '#app/marketing/pictures/regions-map.tsx';
import { StandardsWall } from '#app/marketing/pictures/standards-wall.tsx';
import { StatisticPicture } from '#app/marketing/pictures/statistic-picture.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { DailyProofs } from '#app/marketing/sections/daily-proofs.tsx';
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
        aside={<PromiseWall {...page.hero.wall} />}
      />
      <Section heading={page.statistics} ground="ink">
        <Figures
          size="sm"
          items={page.statistics.items.map(({ kind, label, ...item }) => ({
            ...item,
            title: label,
            picture: <StatisticPicture kind={kind} continents={page.statistics.continents} />,
          }))}
        />
      </Section>
      <Section heading={page.differentiators}>
        <DailyProofs items={page.differentiators.items} />
      </Section>
      <Section heading={page.method} ground="mist" size="lg">
        <MethodWall items={page.method.items} subjects={page.method.subjects} />
      </Section>
      <Section heading={page.regions}>
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[7fr_5fr] lg:gap-y-12">
          <div className="relative flex flex-col lg:row-span-2 lg:self-stretch">
            <div className="relative overflow-hidden bg-mist max-lg:aspect-[440/356] lg:grow">
              <RegionsMap regions={page.regions.items} cities={page.regions.cities} label={page.regions.title} />
            </div>
            <ul className="grid gap-1 text-sm max-md:mt-3 md:absolute md:bottom-3 md:left-3 md:bg-paper md:px-3 md:py-2">
              <MeansOf sign={<circle className="fill-sun stroke-ink" strokeWidth="3" cx="14" cy="7" r="5" />}>
                {page.regions.means.onSite}
              </MeansOf>
              <MeansOf sign={<path className="stroke-ink" strokeWidth="2" strokeDasharray="3 3" d="M0 7h28" />}>
                {page.regions.means.remote}
              </MeansOf>
            </ul>
          </div>
          {page.regions.items.map((region) => (
            <div key={region.name} className="rule-claim pt-4 max-md:not-last:-mb-4 md:pt-5">
              <PhoneDetails title={<h3 className="text-2xl">{region.name}</h3>}>
                <p className="mt-2 text-lg">{region.text}</p>
                <ul className="mt-4 grid list-disc gap-2 pl-5 text-muted marker:text-azure">
                  {region.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </PhoneDetails>
            </div>
          ))}
        </div>
      </Section>
      <Section heading={page.certifications} ground="mist">
        <StandardsWall items={page.certifications.items} />
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}

/** A sign of the map, and what it stands for. */
function MeansOf({ sign, children }: { sign: ReactNode; children: string }) {
  return (
    <li className="flex items-center gap-2.5">
      <svg viewBox="0 0 28 14" aria-hidden="true" className="h-3.5 w-7 shrink-0">
        {sign}
      </svg>
      {children}
    </li>
  );
}
