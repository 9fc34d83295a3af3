import { PartnerMark } from '#app/components/pictures/partner-mark.tsx';
import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { partnersPage } from '#content/pages/partners.ts';
import { breadcrumbs, closingScene, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/partners.ts';

export const loader = () => ({
  ...partnersPage,
  ...pageMeta({
    path: '/partners',
    ...partnersPage.seo,
    structuredData: [breadcrumbs({ label: 'Partenaires', path: '/partners' })],
  }),
});

export default function Partners({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <Section heading={page.partners}>
        <ul className="divide-y divide-line border-y border-line">
          {page.partners.items.map((partner) => (
            <li key={partner.name} className="grid gap-x-12 gap-y-5 py-8 lg:grid-cols-[14rem_1.2fr_1fr]">
              <div>
                <PartnerMark {...partner} size="lg" />
              </div>
              <div>
                <h3 className="text-xl">{partner.name}</h3>
                <p className="text-sm font-medium text-sea-ink">{partner.line}</p>
                <p className="mt-3 text-muted">{partner.text}</p>
              </div>
              <CheckList items={partner.brings} className="content-start" />
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.principles} ground="mist">
        <TitledList items={page.principles.items} />
      </Section>
      <Section heading={page.become}>
        <StepsLine steps={page.become.items} />
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
