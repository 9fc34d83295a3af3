import { InvoiceLine } from '#app/components/pictures/invoice-line.tsx';
import { PartnerMark } from '#app/components/pictures/partner-mark.tsx';
import { ServicePicture } from '#app/components/pictures/service-picture.tsx';
import { Actions } from '#app/components/sections/actions.tsx';
import { CaseStudies } from '#app/components/sections/case-studies.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { FactBar } from '#app/components/sections/fact-bar.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { HomeHero } from '#app/components/sections/home-hero.tsx';
import { PartnerStrip } from '#app/components/sections/partner-strip.tsx';
import { Section, SectionHeading } from '#app/components/sections/section.tsx';
import { ServiceCards } from '#app/components/sections/service-cards.tsx';
import { Testimonials } from '#app/components/sections/testimonials.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { ChecklistForm } from '#app/features/public-forms/checklist-form.tsx';
import { Island } from '#app/islands/island.tsx';
import { homePage } from '#content/pages/home.ts';
import { serviceCards } from '#content/pages/services.ts';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';
import { closingScene, company, pageMeta, resolveLinks, withLinks } from '../page-data.ts';
import type { Route } from './+types/home.ts';

export const loader = () => ({
  page: homePage,
  services: serviceCards,
  invoice: microsoftCloud.invoice,
  ...pageMeta({ path: '/', ...homePage.seo, structuredData: [company()] }),
});

export default function Home({ loaderData: { page, services, invoice } }: Route.ComponentProps) {
  return (
    <>
      <HomeHero {...withLinks(page.hero)} />
      <FactBar
        facts={page.facts}
        partners={
          <PartnerStrip
            label={page.partners.title}
            partners={page.partners.items.map((partner) => ({
              name: partner.name,
              mark: <PartnerMark mark={partner.mark} name={partner.name} />,
            }))}
          />
        }
      />
      <Section heading={page.services}>
        <ServiceCards
          services={services.map((service) => ({ ...service, picture: <ServicePicture slug={service.slug} /> }))}
          more={page.services.more}
          expert={page.services.expert}
        />
      </Section>
      <Section heading={page.cloud} ground="mist">
        <InvoiceLine {...invoice} className="mb-14" />
        <FeatureGrid items={page.cloud.items} />
        <Actions actions={resolveLinks([page.cloud.action])} className="mt-12" />
      </Section>
      <Section>
        <div className="grid items-start gap-10 lg:grid-cols-2">
          <SectionHeading {...page.training} />
          <div>
            <CheckList items={page.training.points} className="text-lg" />
            <Actions actions={resolveLinks([page.training.action])} className="mt-8" />
          </div>
        </div>
      </Section>
      <Section heading={page.caseStudies} ground="mist">
        <CaseStudies items={page.caseStudies.items} />
      </Section>
      <Section heading={page.testimonials}>
        <Testimonials items={page.testimonials.items} />
      </Section>
      <Section id="checklist" ground="mist">
        <div className="grid gap-12 lg:grid-cols-2">
          <div>
            <SectionHeading {...page.checklist} titleId="checklist-title" />
            <CheckList items={page.checklist.contents} />
          </div>
          <div className="rounded-xl border border-line bg-surface p-4 shadow-card min-[26rem]:p-6 sm:p-8">
            <Island name="checklist" component={ChecklistForm} props={{ copy: page.checklist }} />
          </div>
        </div>
      </Section>
      <Closing {...closingScene(page.closing)} />
      {/* Shown by app/islands/entry.ts when the dialog cannot be loaded. */}
      <div
        hidden
        data-mail-link-failure=""
        role="alert"
        className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl rounded-lg border border-danger bg-surface p-4 shadow-float"
      >
        <p className="font-semibold">{page.mailLinkUnreachable.title}</p>
        <p className="text-sm text-muted">{page.mailLinkUnreachable.text}</p>
      </div>
    </>
  );
}
