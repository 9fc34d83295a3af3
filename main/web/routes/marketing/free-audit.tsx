import { AuditReportPicture } from '#app/marketing/pictures/audit-report-picture.tsx';
import { AuditTimeline } from '#app/marketing/pictures/audit-timeline.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { FormHero } from '#app/marketing/sections/form-hero.tsx';
import { ReportPages } from '#app/marketing/sections/report-pages.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { Steps } from '#app/marketing/sections/steps.tsx';
import { AuditForm } from '#app/marketing/public-forms/audit-form.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { auditPage } from '#content/pages/audit.ts';
import { homePage } from '#content/pages/home.ts';
import { deliveryOf } from '../delivery.ts';
import { pageMeta } from '../page-data.ts';
import { faqPage } from '../structured-data.ts';
import type { Route } from './+types/free-audit.ts';

export const loader = async () => ({
  ...auditPage,
  checks: homePage.checklist.sheet.parts.flatMap(({ checks }) => checks),
  delivery: await deliveryOf('audit', '/free-audit'),
  ...pageMeta({
    path: '/free-audit',
    ...auditPage.seo,
    label: 'Audit gratuit',
    structuredData: [faqPage(auditPage.faq.items)],
  }),
});

export default function FreeAudit({ loaderData: page }: Route.ComponentProps) {
  const { eligibility } = page;
  return (
    <>
      <FormHero
        {...page.hero}
        crumbs={page.crumbs}
        offer={page.offer}
        form={
          <>
            <h2 id="audit-title" className="text-2xl">
              {page.form.title}
            </h2>
            <p className="mt-1 mb-5 text-sm text-muted">{page.form.lead}</p>
            <Island
              name="audit"
              component={AuditForm}
              props={{ copy: page.form, checks: page.checks, delivery: page.delivery }}
            />
          </>
        }
        below={
          <>
            <h2 className="text-xl">{eligibility.title}</h2>
            <ul className="mt-3 grid list-disc gap-x-12 gap-y-1 pl-5 marker:text-azure lg:grid-cols-3">
              {eligibility.conditions.map((condition) => (
                <li key={condition}>{condition}</li>
              ))}
            </ul>
            <p className="mt-3 max-w-prose text-muted">{eligibility.text}</p>
          </>
        }
      >
        <AuditReportPicture {...page.sample} />
      </FormHero>
      <Section heading={page.process} size="sm">
        <AuditTimeline {...page.process.scale} />
        <Steps steps={page.process.items} />
      </Section>
      <Section heading={page.report} ground="ink">
        <ReportPages {...page.report} />
      </Section>
      <Faq {...page.faq} />
    </>
  );
}
