import { MonthlyPage } from '#app/marketing/pictures/monthly-page.tsx';
import { ServiceEvidence } from '#app/marketing/pictures/service-evidence.tsx';
import { Annex } from '#app/marketing/sections/annex.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { FeatureColumns } from '#app/marketing/sections/feature-columns.tsx';
import { Figures } from '#app/marketing/sections/figures.tsx';
import { Handover } from '#app/marketing/sections/handover.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
import { managedServices } from '#content/services/managed-services.ts';
import { closingScene, serviceMeta, withLinks } from '../page-data.ts';
import { portalRecordLinks, TicketInPortal } from './portal-examples.tsx';
import type { Route } from './+types/managed-services.ts';

export const links = portalRecordLinks;

export const loader = () => ({ ...managedServices, ...serviceMeta(managedServices) });

export default function ManagedServices({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <ServiceHero
        hero={withLinks(page.hero)}
        card={page.card}
        crumbs={page.crumbs}
        aside={<MonthlyPage {...page.monthlyPage} />}
      />
      <Section heading={page.features} ground="mist">
        <FeatureColumns items={page.features.items} picture={<TicketInPortal ticket={page.ticket} />} />
      </Section>
      <Section heading={page.inclusions} layout="split">
        <Annex {...page.inclusions.annex} items={page.inclusions.items} />
      </Section>
      <Section heading={page.benefits} ground="ink" size="lg">
        <Figures
          items={page.benefits.items.map(({ kind, ...item }) => ({
            ...item,
            picture: <ServiceEvidence kind={kind} greetings={page.benefits.greetings} />,
          }))}
        />
      </Section>
      <Section heading={page.onboarding} ground="mist">
        <Handover items={page.onboarding.items} lines={page.onboarding.lines} />
      </Section>
      <Closing {...closingScene(page.closing)} questions={page.faq} />
    </>
  );
}
