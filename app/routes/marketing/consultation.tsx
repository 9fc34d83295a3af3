import { Closing } from '#app/components/sections/closing.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
import { ConsultationForm } from '#app/features/public-forms/consultation-form.tsx';
import { Island } from '#app/islands/island.tsx';
import { consultationPage } from '#content/pages/consultation.ts';
import { breadcrumbs, closingScene, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/consultation.ts';

export const loader = () => ({
  ...consultationPage,
  ...pageMeta({
    path: '/schedule-consultation',
    ...consultationPage.seo,
    structuredData: [breadcrumbs({ label: 'Planifier une consultation', path: '/schedule-consultation' })],
  }),
});

export default function Consultation({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <section id="formulaire" className="wrap py-14">
        <div className="max-w-4xl rounded-xl border border-line bg-surface p-4 shadow-card min-[26rem]:p-6 sm:p-9">
          <Island name="consultation" component={ConsultationForm} props={{ copy: page.form, types: page.types }} />
        </div>
      </section>
      <Section heading={page.preparation} ground="mist">
        <TitledList items={page.preparation.items} />
      </Section>
      <Closing {...closingScene(page.direct)} />
    </>
  );
}
