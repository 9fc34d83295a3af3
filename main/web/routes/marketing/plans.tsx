import { InvoiceLine } from '#app/marketing/pictures/invoice-line.tsx';
import { PlanWall } from '#app/marketing/pictures/plan-wall.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { Tiers } from '#app/marketing/sections/tiers.tsx';
import { PlanComparison } from '#app/marketing/sections/plan-comparison.tsx';
import { plansPage } from '#content/pages/plans.ts';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';
import { closingScene, pageMeta, resolveLinks, withLinks } from '../page-data.ts';
import { faqPage, plansService } from '../structured-data.ts';
import type { Route } from './+types/plans.ts';

const path = '/microsoft-plans';
const label = 'Formules Microsoft\u00a0365';

export const loader = () => ({
  ...plansPage,
  invoice: microsoftCloud.invoice,
  invoiceCheck: microsoftCloud.invoiceCheck,
  ...pageMeta({
    path,
    ...plansPage.seo,
    label,
    structuredData: [plansService(label, plansPage, path), faqPage(plansPage.faq.items)],
  }),
});

export default function Plans({ loaderData: page }: Route.ComponentProps) {
  const { plans } = page;
  const [action] = resolveLinks([plans.action]);
  return (
    <>
      <PageHero
        {...withLinks(page.hero)}
        crumbs={page.crumbs}
        aside={<InvoiceLine {...page.invoice} check={page.invoiceCheck} />}
      />
      <Section heading={plans} ground="mist">
        <Tiers
          tiers={plans.items.map((plan, index) => ({
            ...plan,
            price: plans.price,
            flag: plan.popular ? plans.popularLabel : undefined,
            ground: <PlanWall built={index + 1} caption={plan.wall} />,
          }))}
          includedLabel={plans.includedLabel}
          bestForLabel={plans.bestForLabel}
          action={action ?? plans.action}
          note={plans.note}
        />
      </Section>
      <Section heading={page.comparison} size="lg">
        <PlanComparison plans={plans.items} rows={page.comparison.rows} labels={page.comparison.labels} />
      </Section>
      <Faq {...page.faq} ground="mist" layout="stack" />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
