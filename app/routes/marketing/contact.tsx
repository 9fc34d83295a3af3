import { Faq } from '#app/components/sections/faq.tsx';
import { OfficeCard } from '#app/components/sections/office-card.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Eyebrow } from '#app/components/sections/section.tsx';
import { UrgentCard } from '#app/components/sections/urgent-card.tsx';
import { ContactForm } from '#app/features/public-forms/contact-form.tsx';
import { Island } from '#app/islands/island.tsx';
import { availableCourses } from '#content/courses/catalogue.ts';
import { contactPage } from '#content/pages/contact.ts';
import { site } from '#content/site.ts';
import { breadcrumbs, company, faqPage, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/contact.ts';

export const loader = () => ({
  ...contactPage,
  courses: availableCourses.map(({ slug, title }) => ({ slug, title })),
  ...pageMeta({
    path: '/contact',
    ...contactPage.seo,
    structuredData: [company(), breadcrumbs({ label: 'Contact', path: '/contact' }), faqPage(contactPage.faq.items)],
  }),
});

export default function Contact({ loaderData: page }: Route.ComponentProps) {
  const { company: facts, office } = site;
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <div className="wrap grid items-start gap-10 py-14 lg:grid-cols-[1.5fr_1fr]">
        <section
          id="formulaire"
          className="rounded-xl border border-line bg-surface p-4 shadow-card min-[26rem]:p-6 sm:p-9"
        >
          {page.form.eyebrow && <Eyebrow>{page.form.eyebrow}</Eyebrow>}
          <h2 id="contact-title" className="text-2xl">
            {page.form.title}
          </h2>
          {page.form.lead && <p className="mt-2 text-muted">{page.form.lead}</p>}
          <div className="mt-7">
            <Island name="contact" component={ContactForm} props={{ copy: page.form, courses: page.courses }} />
          </div>
        </section>
        <div className="grid gap-6">
          <UrgentCard {...page.urgent} phoneHref={facts.phoneHref} />
          <OfficeCard copy={page.office} office={office} phoneHref={facts.phoneHref} />
        </div>
      </div>
      <Faq {...page.faq} />
    </>
  );
}
