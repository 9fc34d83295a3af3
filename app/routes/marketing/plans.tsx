import { Closing } from '#app/components/sections/closing.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { Tiers } from '#app/components/sections/tiers.tsx';
import { PlanComparison } from '#app/components/sections/plan-comparison.tsx';
import { plansPage } from '#content/pages/plans.ts';
import { breadcrumbs, closingScene, faqPage, pageMeta, resolveLinks, withLinks } from '../page-data.ts';
import type { Route } from './+types/plans.ts';

export const loader = () => ({
  ...plansPage,
  ...pageMeta({
    path: '/microsoft-plans',
    ...plansPage.seo,
    structuredData: [
      breadcrumbs({ label: 'Forfaits Microsoft 365', path: '/microsoft-plans' }),
      faqPage(plansPage.faq.items),
    ],
  }),
});

export default function Plans({ loaderData: page }: Route.ComponentProps) {
  const { plans } = page;
  const [action] = resolveLinks([plans.action]);
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <Section heading={plans}>
        <Tiers
          tiers={plans.items.map((plan) => ({ ...plan, flag: plan.popular ? plans.popularLabel : undefined }))}
          bestForLabel={plans.bestForLabel}
          action={action ?? plans.action}
        />
      </Section>
      <Section heading={page.comparison} ground="mist">
        <PlanComparison plans={plans.items.map((plan) => plan.name)} rows={page.comparison.rows} />
      </Section>
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
