import { CatalogueWall } from '#app/marketing/pictures/catalogue-wall.tsx';
import { ChecklistSheet } from '#app/marketing/pictures/checklist-sheet.tsx';
import { InvoiceLine } from '#app/marketing/pictures/invoice-line.tsx';
import { PartnerMark } from '#app/marketing/pictures/partner-mark.tsx';
import { Actions } from '#app/marketing/sections/actions.tsx';
import { CaseStudies } from '#app/marketing/sections/case-studies.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { CloudBenefits } from '#app/marketing/sections/cloud-benefits.tsx';
import { FactBar } from '#app/marketing/sections/fact-bar.tsx';
import { HomeHero } from '#app/marketing/sections/home-hero.tsx';
import { PartnerStrip } from '#app/marketing/sections/partner-strip.tsx';
import { Section, SectionHeading } from '#app/marketing/sections/section.tsx';
import { ServiceCards } from '#app/marketing/sections/service-cards.tsx';
import { Testimonials } from '#app/marketing/sections/testimonials.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { ChecklistForm } from '#app/marketing/public-forms/checklist-form.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { WallInvitation } from '#app/marketing/self-check/wall-invitation.tsx';
import { MailLinkFailure } from '#app/marketing/islands/mail-link-failure.tsx';
import { homePage } from '#content/pages/home.ts';
import { serviceCards } from '#content/pages/services.ts';
import { wallPage } from '#content/pages/wall.ts';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';
import { wallStones } from '../course-facts.ts';
import { deliveryOf } from '../delivery.ts';
import { closingScene, pageMeta, resolveLinks, withLinks } from '../page-data.ts';
import { company, website } from '../structured-data.ts';
import { InvoiceInPortal, portalRecordLinks } from './portal-examples.tsx';
import type { Route } from './+types/home.ts';

export const links = portalRecordLinks;

export const loader = async () => ({
  page: homePage,
  services: serviceCards,
  stones: wallStones(),
  invoice: microsoftCloud.invoice,
  delivery: await deliveryOf('checklist', '/'),
  ...pageMeta({ path: '/', ...homePage.seo, structuredData: [website(), company()] }),
});

export default function Home({ loaderData: { page, services, stones, invoice, delivery } }: Route.ComponentProps) {
  return (
    <>
      <HomeHero {...withLinks(page.hero)} />
      <FactBar facts={page.facts} />
      <Section heading={page.services}>
        <ServiceCards services={services} more={page.services.more} expert={page.services.expert} />
      </Section>
      <Section ground="mist">
        <CloudBenefits
          {...page.cloud}
          heading={<SectionHeading {...page.cloud} />}
          actions={<Actions actions={resolveLinks([page.cloud.action])} />}
          invoice={
            <>
              {/* The whole invoice is three screens of a phone: there, its first line says it. */}
              <InvoiceLine {...invoice} className="sm:hidden" />
              <InvoiceInPortal className="max-sm:hidden" />
            </>
          }
        />
      </Section>
      <Section heading={page.training}>
        <div className="gap-x-12 lg:grid lg:grid-cols-12">
          <div className="lg:col-span-5">
            <CheckList items={page.training.points} className="max-sm:text-sm" />
            <Actions actions={resolveLinks([page.training.action])} className="mt-6 lg:mt-8" />
          </div>
          <div className="mt-8 -mb-10 lg:col-span-7 lg:mt-0 lg:-mb-28 lg:self-end">
            <CatalogueWall size="sm" stones={stones} label={page.training.wall} />
          </div>
        </div>
      </Section>
      <Section heading={page.caseStudies} ground="mist">
        <CaseStudies items={page.caseStudies.items} />
      </Section>
      <Section heading={page.testimonials}>
        <Testimonials items={page.testimonials.items} />
        <PartnerStrip
          label={page.partners.title}
          partners={page.partners.items.map((partner) => ({
            name: partner.name,
            mark: <PartnerMark name={partner.name} lettering={partner.lettering} />,
            note: partner.isFictional ? page.partners.fictional : undefined,
          }))}
        />
      </Section>
      <Section id="checklist" ground="mist" heading={{ ...page.checklist, titleId: 'checklist-title' }}>
        <div className="grid items-start gap-x-12 lg:grid-cols-12">
          <ChecklistSheet {...page.checklist.sheet} variant="preview" className="max-lg:hidden lg:col-span-5" />
          <div className="border border-line bg-surface p-4 shadow-card min-[26rem]:p-6 sm:p-8 lg:col-span-7">
            <Island name="checklist" component={ChecklistForm} props={{ copy: page.checklist, delivery }} />
          </div>
        </div>
        <WallInvitation
          {...wallPage.invitation}
          courses={wallPage.themes.map(({ title }) => title)}
          holes={[6, 8, 13]}
        />
      </Section>
      <Closing {...closingScene(page.closing)} />
      <MailLinkFailure {...page.mailLinkUnreachable} />
    </>
  );
}
