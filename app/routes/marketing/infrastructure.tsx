import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { ServiceHero } from '#app/components/sections/service-hero.tsx';
import { Tiers } from '#app/components/sections/tiers.tsx';
import { infrastructure } from '#content/services/infrastructure.ts';
import { closingScene, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/infrastructure.ts';

export const loader = () => ({ ...infrastructure, ...serviceMeta(infrastructure) });

export default function Infrastructure({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <ServiceHero hero={withLinks(page.hero)} card={page.card} />
      <Section heading={page.solutions}>
        <FeatureGrid items={page.solutions.items} columns={2} />
      </Section>
      <Section heading={page.benefits} ground="mist">
        <FeatureGrid items={page.benefits.items} />
      </Section>
      <Section heading={page.process}>
        <StepsLine steps={page.process.items} />
      </Section>
      <Section heading={page.tiers} ground="mist">
        <Tiers
          tiers={page.tiers.items.map((tier) => ({
            ...tier,
            flag: tier.recommended ? page.tiers.recommendedLabel : undefined,
          }))}
          bestForLabel={page.tiers.bestForLabel}
          action={page.tiers.action}
        />
      </Section>
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
