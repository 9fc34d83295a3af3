import { ChecklistSheet } from '#app/marketing/pictures/checklist-sheet.tsx';
import { Actions } from '#app/marketing/sections/actions.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { ResourceList } from '#app/marketing/sections/resource-list.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
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

/** Nothing below the checklist is available yet (product §2): every control is disabled, and this heading says why. */
const soonId = 'a-paraitre';

export default function Resources({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <div className="ground-mist pb-12 lg:pb-28">
        <PageHero {...withLinks(page.hero)} isWide crumbs={page.crumbs} />
        <div className="wrap">
          <div className="mb-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-5 lg:mb-10">
            <div>
              <h2 className="text-2xl">{page.live.title}</h2>
              <p className="mt-2 text-muted">{page.live.lead}</p>
            </div>
            <Actions actions={resolveLinks(page.live.actions)} className="max-sm:w-full" />
          </div>
          <ChecklistSheet {...page.checklist} note={page.live.note} variant="checks" />
        </div>
      </div>
      <div className="wrap grid gap-12 py-14 lg:gap-16 lg:py-28">
        <div className="gap-x-12 lg:grid lg:grid-cols-12 lg:items-baseline">
          <h2 id={soonId} className="text-3xl lg:col-span-4">
            {page.soon.label}
          </h2>
          <p className="max-w-prose text-lg text-muted max-lg:mt-2 lg:col-span-8">{page.soon.text}</p>
        </div>
        {[page.whitePapers, page.caseStudies, page.webinars, page.articles].map((list) => (
          <ResourceList key={list.title} {...list} soonId={soonId} />
        ))}
      </div>
      <Section ground="mist" size="sm">
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <DisabledBox role="search" {...page.search} type="search" />
          <DisabledBox {...page.newsletter} {...page.newsletter.field} type="email" />
        </div>
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}

type DisabledBoxProps = {
  title: string;
  lead?: string | undefined;
  label: string;
  placeholder?: string | undefined;
  submit: string;
  type: 'search' | 'email';
  role?: 'search';
};

function DisabledBox({ title, lead, label, placeholder, submit, type, role }: DisabledBoxProps) {
  return (
    <div role={role} className="rule-claim grid content-between gap-y-5 pt-4 lg:pt-5">
      <div>
        <h2 className="text-2xl">{title}</h2>
        {lead && <p className="mt-2 max-w-prose text-muted">{lead}</p>}
      </div>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <TextField label={label} placeholder={placeholder} type={type} disabled aria-describedby={soonId} />
        <button
          type="button"
          disabled
          aria-describedby={soonId}
          className="min-h-12 rounded-md border border-line-strong px-5 py-2.5 font-semibold text-muted"
        >
          {submit}
        </button>
      </div>
    </div>
  );
}
