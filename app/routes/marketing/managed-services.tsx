import { MonthlyPage } from '#app/marketing/pictures/monthly-page.tsx';
import { StepsLine } from '#app/marketing/pictures/steps-line.tsx';
import { TicketThread } from '#app/marketing/pictures/ticket-thread.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { FeatureColumns } from '#app/marketing/sections/feature-columns.tsx';
import { Figures } from '#app/marketing/sections/figures.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
import { TitledList } from '#app/marketing/sections/titled-list.tsx';
import { managedServices } from '#content/services/managed-services.ts';
import { closingScene, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/managed-services.ts';

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
        <FeatureColumns items={page.features.items} picture={<TicketThread {...page.thread} />} />
      </Section>
      <Section heading={page.inclusions}>
        <TitledList items={page.inclusions.items} columns={4} />
      </Section>
      <Section heading={page.benefits} ground="ink" size="lg">
        <Figures items={page.benefits.items} />
      </Section>
      <Section heading={page.onboarding} ground="mist">
        <StepsLine steps={page.onboarding.items} />
      </Section>
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
