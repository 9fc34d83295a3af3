import { CostBars } from '#app/components/pictures/cost-bars.tsx';
import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureList } from '#app/components/sections/feature-list.tsx';
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
      <ServiceHero
        hero={withLinks(page.hero)}
        card={page.card}
        crumbs={page.crumbs}
        aside={<CostBars {...page.costs} />}
      />
      <Section heading={page.solutions} ground="mist">
        <FeatureList items={page.solutions.items} />
      </Section>
      <Section heading={page.benefits} size="lg" layout="split">
        <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
          {page.benefits.items.map((benefit) => (
            <li key={benefit.title} className="break-inside-avoid border-t-2 border-azure pt-5">
              <h3 className="text-xl">{benefit.title}</h3>
              <p className="mt-2 text-muted">{benefit.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.process} ground="ink">
        <StepsLine steps={page.process.items} />
      </Section>
      <Section heading={page.tiers} ground="mist">
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
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
