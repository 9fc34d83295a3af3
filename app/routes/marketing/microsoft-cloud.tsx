import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { Actions } from '#app/components/sections/actions.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { ServiceHero } from '#app/components/sections/service-hero.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';
import { closingScene, resolveLinks, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/microsoft-cloud.ts';

export const loader = () => ({ ...microsoftCloud, ...serviceMeta(microsoftCloud) });

export default function MicrosoftCloud({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <ServiceHero hero={withLinks(page.hero)} card={page.card} />
      <Section heading={page.families}>
        <ul className="grid gap-6 md:grid-cols-2">
          {page.families.items.map((family) => (
            <li key={family.name}>
              <div className="rounded-lg border border-line bg-surface p-6 h-full sm:p-8">
                <h3 className="flex items-center gap-3 text-2xl">
                  <Icon name={family.icon} className="size-6 text-azure" />
                  {family.name}
                </h3>
                <p className="mt-3 text-muted">{family.text}</p>
                <dl className="mt-5 grid gap-3 border-t border-line pt-5">
                  {family.plans.map((plan) => (
                    <div key={plan.name}>
                      <dt className="font-semibold">{plan.name}</dt>
                      <dd className="text-sm text-muted">{plan.text}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            </li>
          ))}
        </ul>
        <Actions actions={resolveLinks([page.families.action])} className="mt-8" />
      </Section>
      <Section heading={page.advantages} ground="mist">
        <FeatureGrid items={page.advantages.items} columns={4} />
      </Section>
      <Section heading={page.migration}>
        <StepsLine steps={page.migration.items} />
      </Section>
      <Section heading={page.sectors} ground="mist">
        <FeatureGrid items={page.sectors.items.map((sector) => ({ ...sector, title: sector.name }))} />
      </Section>
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
