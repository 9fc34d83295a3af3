import { AuditReportPicture } from '#app/components/pictures/audit-report-picture.tsx';
import { StepsLine } from '#app/components/pictures/steps-line.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section, SectionHeading } from '#app/components/sections/section.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { AuditForm } from '#app/features/public-forms/audit-form.tsx';
import { Island } from '#app/islands/island.tsx';
import { auditPage } from '#content/pages/audit.ts';
import { breadcrumbs, faqPage, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/free-audit.ts';

export const loader = () => ({
  ...auditPage,
  ...pageMeta({
    path: '/free-audit',
    ...auditPage.seo,
    structuredData: [breadcrumbs({ label: 'Audit gratuit', path: '/free-audit' }), faqPage(auditPage.faq.items)],
  }),
});

export default function FreeAudit({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        {...withLinks(page.hero)}
        facts={
          <Badge variant="warning" className="rounded-md py-1.5 text-left">
            {page.offer}
          </Badge>
        }
        aside={<AuditReportPicture label={page.hero.picture} />}
      />
      <Section heading={page.process}>
        <StepsLine steps={page.process.items} />
      </Section>
      <Section id="formulaire" ground="mist">
        <div className="grid gap-12 lg:grid-cols-[1fr_1.6fr]">
          <div>
            <SectionHeading {...page.form} titleId="audit-title" />
          </div>
          <div className="rounded-xl border border-line bg-surface p-4 shadow-card min-[26rem]:p-6 sm:p-9">
            <Island name="audit" component={AuditForm} props={{ copy: page.form }} />
          </div>
        </div>
      </Section>
      <Section heading={page.report}>
        <FeatureGrid items={page.report.items} columns={2} />
      </Section>
      <Faq {...page.faq} />
    </>
  );
}
