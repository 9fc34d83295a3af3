import type { ReactNode } from 'react';
import { CostBars } from '#app/marketing/pictures/cost-bars.tsx';
import { NetworkZones } from '#app/marketing/pictures/network-zones.tsx';
import { RecoveryAxis } from '#app/marketing/pictures/recovery-axis.tsx';
import { StepsLine } from '#app/marketing/pictures/steps-line.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { FeatureList } from '#app/marketing/sections/feature-list.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
import { Tiers } from '#app/marketing/sections/tiers.tsx';
import { infrastructure } from '#content/services/infrastructure.ts';
import { closingScene, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/infrastructure.ts';

export const loader = () => ({ ...infrastructure, ...serviceMeta(infrastructure) });

export default function Infrastructure({ loaderData: page }: Route.ComponentProps) {
  const pictures: Record<number, ReactNode> = {
    1: <NetworkZones zones={page.zones} />,
    2: <RecoveryAxis {...page.recovery} />,
  };
  return (
    <>
      <ServiceHero
        hero={withLinks(page.hero)}
        card={page.card}
        crumbs={page.crumbs}
        aside={<CostBars {...page.costs} />}
      />
      <Section heading={page.solutions} ground="mist">
        <FeatureList items={page.solutions.items.map((item, index) => ({ ...item, picture: pictures[index] }))} />
      </Section>
      <Section heading={page.benefits} size="lg">
        <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14">
          {page.benefits.items.map((benefit) => (
            <li key={benefit.title} className="break-inside-avoid border-t-2 border-azure pt-5">
              <h3 className="text-xl">{benefit.title}</h3>
              <p className="mt-2 text-muted">{benefit.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.process} ground="mist">
        <StepsLine steps={page.process.items} />
      </Section>
      <Section heading={page.tiers} size="lg">
        <Tiers
          tiers={page.tiers.items.map((tier) => ({
            ...tier,
            flag: tier.recommended ? page.tiers.recommendedLabel : undefined,
          }))}
          bestForLabel={page.tiers.bestForLabel}
          note={page.tiers.note}
          action={page.tiers.action}
        />
      </Section>
      <Faq {...page.faq} ground="mist" />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
