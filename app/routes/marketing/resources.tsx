import { Closing } from '#app/marketing/sections/closing.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { ResourceList } from '#app/marketing/sections/resource-list.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { resourcesPage } from '#content/pages/resources.ts';
import { closingScene, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/resources.ts';

export const loader = () => ({
  ...resourcesPage,
  ...pageMeta({ path: '/resources', ...resourcesPage.seo, label: 'Ressources', noindex: true }),
}); // product §2

/** Nothing is available yet (product §2): every control is disabled and described by this one text. */
const soonId = 'a-paraitre';

export default function Resources({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        {...withLinks(page.hero)}
        crumbs={page.crumbs}
        facts={
          <p id={soonId} className="max-w-prose border-l-4 border-sun py-1 pl-4 font-medium">
            {page.soon}
          </p>
        }
        aside={
          <div role="search">
            <DisabledField {...page.search} type="search" />
          </div>
        }
      />
      <div className="wrap grid gap-10 pb-14 lg:gap-16 lg:pb-28">
        <ResourceList {...page.whitePapers} variant="bricks" describedBy={soonId} />
        <ResourceList {...page.caseStudies} variant="bars" describedBy={soonId} />
        <ResourceList {...page.webinars} variant="bay" describedBy={soonId} />
        <ResourceList {...page.articles} variant="fort" describedBy={soonId} />
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
