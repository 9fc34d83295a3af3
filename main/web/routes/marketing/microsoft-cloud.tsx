import { InvoiceLine } from '#app/marketing/pictures/invoice-line.tsx';
import { LicenceReview } from '#app/marketing/pictures/licence-review.tsx';
import { MigrationLine } from '#app/marketing/pictures/migration-line.tsx';
import { Actions } from '#app/marketing/sections/actions.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { FactRows } from '#app/marketing/sections/fact-rows.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { FormulaTable } from '#app/marketing/sections/formula-table.tsx';
import { Section, SectionHeading } from '#app/marketing/sections/section.tsx';
import { Sectors } from '#app/marketing/sections/sectors.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
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
        <FormulaTable items={page.families.items} columns={page.families.columns} />
        <Actions actions={resolveLinks([page.families.action])} className="mt-8 lg:mt-12" />
      </Section>
      <Section size="lg">
        <div className="gap-x-12 lg:grid lg:grid-cols-12">
          <div className="mb-10 lg:col-span-5 lg:mb-0">
            <SectionHeading {...page.advantages} />
            <InvoiceLine {...page.invoice} check={page.invoiceCheck} className="lg:sticky lg:top-28" />
          </div>
          <div className="lg:col-span-7">
            <FactRows facts={page.advantages.items.map(({ title, text }) => ({ label: title, text }))} />
          </div>
        </div>
      </Section>
      <Section heading={page.migration} ground="ink">
        <MigrationLine items={page.migration.items} mailboxes={page.migration.mailboxes} />
      </Section>
      <Section heading={page.sectors}>
        <Sectors items={page.sectors.items} />
      </Section>
      <Faq {...page.faq} ground="mist" layout="stack" />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
