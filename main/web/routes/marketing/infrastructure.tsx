import type { ReactNode } from 'react';
import { BrickStack } from '#app/marketing/pictures/brick-stack.tsx';
import { CostBars } from '#app/marketing/pictures/cost-bars.tsx';
import { IdentityEntries } from '#app/marketing/pictures/identity-entries.tsx';
import { NetworkZones } from '#app/marketing/pictures/network-zones.tsx';
import { RecoveryAxis } from '#app/marketing/pictures/recovery-axis.tsx';
import { SharedMachines } from '#app/marketing/pictures/shared-machines.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { FeatureList } from '#app/marketing/sections/feature-list.tsx';
import { Rack } from '#app/marketing/sections/rack.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
import { Steps } from '#app/marketing/sections/steps.tsx';
import { Tiers } from '#app/marketing/sections/tiers.tsx';
import { infrastructure } from '#content/services/infrastructure.ts';
import { closingScene, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/infrastructure.ts';

/** The same wall as it is surveyed, drawn, built and handed over. */
const walls = (
  [
    [0, 'missing'],
    [0, 'planned'],
    [9, 'planned'],
    [15, 'planned'],
  ] as const
).map(([laid, rest]) => <BrickStack key={`${laid} ${rest}`} columns={5} rows={3} laid={laid} rest={rest} />);

export const loader = () => ({ ...infrastructure, ...serviceMeta(infrastructure) });

export default function Infrastructure({ loaderData: page }: Route.ComponentProps) {
  const pictures: Record<number, ReactNode> = {
    0: <SharedMachines labels={page.machines} />,
    1: <NetworkZones zones={page.zones} />,
    2: <RecoveryAxis {...page.recovery} />,
    3: <IdentityEntries {...page.identity} />,
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
        <Rack
          items={page.benefits.items.map((item, index) => ({ ...item, ports: page.benefits.ports[index] ?? [] }))}
        />
      </Section>
      <Section heading={page.process} ground="mist">
        <Steps isFolded steps={page.process.items.map((step, index) => ({ ...step, picture: walls[index] }))} />
      </Section>
      <Section heading={page.tiers} size="lg">
        <Tiers
          tiers={page.tiers.items.map((tier) => ({
            ...tier,
            flag: tier.recommended ? page.tiers.recommendedLabel : undefined,
          }))}
          includedLabel={page.tiers.includedLabel}
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
