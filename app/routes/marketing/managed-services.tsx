import { MonthlyPage } from '#app/components/pictures/monthly-page.tsx';
import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { TicketThread } from '#app/components/pictures/ticket-thread.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureList } from '#app/components/sections/feature-list.tsx';
import { Figures } from '#app/components/sections/figures.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { ServiceHero } from '#app/components/sections/service-hero.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
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
        <div className="gap-x-12 lg:grid lg:grid-cols-12">
          <div className="lg:col-span-7">
            <FeatureList items={page.features.items} layout="stack" />
          </div>
          <div className="mt-10 lg:col-span-5 lg:mt-0">
            <div className="lg:sticky lg:top-28">
              <TicketThread {...page.thread} />
            </div>
          </div>
        </div>
      </Section>
      <Section heading={page.inclusions} layout="split">
        <TitledList items={page.inclusions.items} />
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
