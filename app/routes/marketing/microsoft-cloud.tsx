import { InvoiceLine } from '#app/marketing/pictures/invoice-line.tsx';
import { LicenceReview } from '#app/marketing/pictures/licence-review.tsx';
import { StepsLine } from '#app/marketing/pictures/steps-line.tsx';
import { Actions } from '#app/marketing/sections/actions.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { Section, SectionHeading } from '#app/marketing/sections/section.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';
import { closingScene, resolveLinks, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/microsoft-cloud.ts';

export const loader = () => ({ ...microsoftCloud, ...serviceMeta(microsoftCloud) });

export default function MicrosoftCloud({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <ServiceHero
        hero={withLinks(page.hero)}
        card={page.card}
        crumbs={page.crumbs}
        titleSize="sm"
        aside={<LicenceReview {...page.licenceReview} />}
      />
      <Section heading={page.families} ground="mist">
        <ul className="grid gap-y-10 lg:gap-y-16">
          {page.families.items.map((family) => (
            <li key={family.name} className="gap-x-12 border-t-2 border-azure pt-6 lg:grid lg:grid-cols-12 lg:pt-8">
              <div className="lg:col-span-4">
                <h3 className="text-[clamp(1.875rem,1.5rem+1.2vw,2.5rem)] leading-[1.1]">{family.name}</h3>
                <p className="mt-3 text-muted">{family.text}</p>
              </div>
              <dl className="mt-6 grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:col-span-8 lg:mt-0">
                {family.plans.map((plan) => (
                  <div
                    key={plan.name}
                    className="border-t border-line-strong pt-3 lg:nth-[-n+2]:border-t-0 lg:nth-[-n+2]:pt-0"
                  >
                    <dt className="text-lg font-semibold">{plan.name}</dt>
                    <dd className="mt-1 text-muted">{plan.text}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        <Actions actions={resolveLinks([page.families.action])} className="mt-12 lg:mt-20" />
      </Section>
      <Section size="lg">
        <div className="gap-x-12 lg:grid lg:grid-cols-12">
          <div className="mb-10 lg:col-span-5 lg:mb-0">
            <SectionHeading {...page.advantages} />
            <InvoiceLine {...page.invoice} check={page.invoiceCheck} className="lg:sticky lg:top-28" />
          </div>
          <ul className="grid gap-x-12 sm:grid-cols-2 lg:col-span-7">
            {page.advantages.items.map((advantage) => (
              <li key={advantage.title} className="break-inside-avoid border-t border-line py-6">
                <h3 className="text-xl">{advantage.title}</h3>
                <p className="mt-1.5 text-muted">{advantage.text}</p>
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <Section heading={page.migration} ground="ink">
        <StepsLine steps={page.migration.items} />
      </Section>
      <Section heading={page.sectors} ground="mist">
        <ul className="grid gap-x-12 gap-y-10 lg:grid-cols-3">
          {page.sectors.items.map((sector) => (
            <li
              key={sector.name}
              className="border-t-2 border-ink pt-6 lg:row-span-3 lg:grid lg:grid-rows-subgrid lg:gap-y-0"
            >
              <h3 className="text-2xl">{sector.name}</h3>
              <p className="mt-3 text-lg text-muted">{sector.text}</p>
              <CheckList items={sector.points} className="mt-5 content-start" />
            </li>
          ))}
        </ul>
      </Section>
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
