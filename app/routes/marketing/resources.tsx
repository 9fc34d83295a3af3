import { ChecklistSheet } from '#app/marketing/pictures/checklist-sheet.tsx';
import { Actions } from '#app/marketing/sections/actions.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { ResourceList } from '#app/marketing/sections/resource-list.tsx';
import { Section, SectionHeading } from '#app/marketing/sections/section.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { homePage } from '#content/pages/home.ts';
import { resourcesPage } from '#content/pages/resources.ts';
import { closingScene, pageMeta, resolveLinks, withLinks } from '../page-data.ts';
import type { Route } from './+types/resources.ts';

export const loader = () => ({
  ...resourcesPage,
  checklist: homePage.checklist.sheet,
  ...pageMeta({ path: '/resources', ...resourcesPage.seo, label: 'Ressources', noindex: true }),
}); // product §2

/** Nothing below the checklist is available yet (product §2): every control is disabled, and a text says why. */
const soonId = 'a-paraitre';

export default function Resources({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} crumbs={page.crumbs} />
      <Section ground="mist">
        <div className="gap-x-12 gap-y-8 lg:grid lg:grid-cols-12">
          <div className="lg:col-span-4">
            <div className="lg:sticky lg:top-28">
              <SectionHeading {...page.live} />
              <Actions actions={resolveLinks(page.live.actions)} className="-mt-2 mb-10 lg:-mt-6" />
            </div>
          </div>
          <ChecklistSheet {...page.checklist} variant="checks" className="tilt lg:col-span-8" />
        </div>
      </Section>
      <div className="wrap grid gap-14 py-14 lg:gap-20 lg:py-28">
        <div className="gap-x-12 lg:grid lg:grid-cols-12">
          <p id={soonId} className="mb-6 max-w-prose font-medium lg:col-span-4 lg:mb-0">
            {page.soon.text}
          </p>
          <div role="search" className="lg:col-span-8">
            <DisabledField {...page.search} type="search" />
          </div>
        </div>
        {[page.whitePapers, page.caseStudies, page.webinars, page.articles].map((list) => (
          <ResourceList key={list.title} {...list} soon={page.soon.label} />
        ))}
      </div>
      <Section heading={page.newsletter} ground="mist" size="sm" layout="split">
        <DisabledField {...page.newsletter.field} submit={page.newsletter.submit} type="email" />
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}

type DisabledFieldProps = { label: string; placeholder?: string | undefined; submit: string; type: 'search' | 'email' };

function DisabledField({ submit, ...field }: DisabledFieldProps) {
  return (
    <div className="grid max-w-xl items-end gap-3 sm:grid-cols-[1fr_auto] lg:max-xl:grid-cols-1">
      <TextField {...field} disabled aria-describedby={soonId} />
      <button
        type="button"
        disabled
        aria-describedby={soonId}
        className="min-h-12 rounded-md border border-line-strong px-5 py-2.5 font-semibold text-muted"
      >
        {submit}
      </button>
    </div>
  );
}
