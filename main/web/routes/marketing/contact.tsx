import { BayMap } from '#app/marketing/pictures/bay-map.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { FormHero } from '#app/marketing/sections/form-hero.tsx';
import { IncidentLine } from '#app/marketing/sections/incident-line.tsx';
import { OfficeCard } from '#app/marketing/sections/office-card.tsx';
import { UrgentCard } from '#app/marketing/sections/urgent-card.tsx';
import { ContactForm } from '#app/marketing/public-forms/contact-form.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { availableCourses } from '#content/courses/catalogue.ts';
import { contactPage } from '#content/pages/contact.ts';
import { site } from '#content/site.ts';
import { deliveryOf } from '../delivery.ts';
import { pageMeta } from '../page-data.ts';
import { company, faqPage } from '../structured-data.ts';
import type { Route } from './+types/contact.ts';

export const loader = async () => ({
  ...contactPage,
  courses: availableCourses.map(({ slug, title }) => ({ slug, title })),
  delivery: await deliveryOf('contact', '/contact'),
  ...pageMeta({
    path: '/contact',
    ...contactPage.seo,
    label: 'Contact',
    structuredData: [company(), faqPage(contactPage.faq.items)],
  }),
});

export default function Contact({ loaderData: page }: Route.ComponentProps) {
  const { company: facts, office } = site;
  return (
    <>
      <IncidentLine {...page.incident} phone={{ label: facts.phone, href: facts.phoneHref }} />
      <FormHero
        {...page.hero}
        crumbs={page.crumbs}
        form={
          <>
            <h2 id="contact-title" className="text-2xl">
              {page.form.title}
            </h2>
            <p className="mt-1 mb-5 text-sm text-muted">{page.form.lead}</p>
            <Island
              name="contact"
              component={ContactForm}
              props={{ copy: page.form, courses: page.courses, delivery: page.delivery }}
            />
          </>
        }
        below={<UrgentCard {...page.urgent} phoneHref={facts.phoneHref} />}
      >
        <div className="grid gap-8 md:max-lg:grid-cols-2 md:max-lg:gap-6 lg:h-full lg:grid-rows-[auto_1fr]">
          <OfficeCard copy={page.office} office={office} phoneHref={facts.phoneHref} states={site.officeHours.states} />
          {/* As high as what the form leaves below the office. */}
          <div className="lg:relative lg:min-h-52">
            <BayMap {...page.map} className="lg:absolute lg:inset-0 lg:h-full" />
          </div>
        </div>
      </FormHero>
      <Faq {...page.faq} layout="stack" />
    </>
  );
}
