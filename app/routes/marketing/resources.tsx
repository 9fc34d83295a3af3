import { PageHero } from '#app/components/sections/page-hero.tsx';
import { type Resource, ResourceList } from '#app/components/sections/resource-list.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { resourcesPage } from '#content/pages/resources.ts';
import { pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/resources.ts';

export const loader = () => ({
  ...resourcesPage,
  ...pageMeta({ path: '/resources', ...resourcesPage.seo, noindex: true }),
}); // product §2

export default function Resources({ loaderData: page }: Route.ComponentProps) {
  const { soon } = page;
  const sections: { heading: { title: string; lead?: string | undefined }; items: Resource[] }[] = [
    { heading: page.whitePapers, items: page.whitePapers.items.map((item) => ({ ...item, note: item.pages })) },
    { heading: page.caseStudies, items: page.caseStudies.items },
    { heading: page.webinars, items: page.webinars.items.map((item) => ({ ...item, note: item.length })) },
    { heading: page.articles, items: page.articles.items.map((item) => ({ ...item, note: item.topic })) },
  ];
  return (
    <>
      <PageHero {...withLinks(page.hero)} facts={<Badge variant="warning">{soon}</Badge>} />
      <Section>
        <div role="search" className="grid max-w-2xl items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            label={page.search.label}
            placeholder={page.search.placeholder}
            hint={soon}
            type="search"
            disabled
          />
          <Button disabled className="sm:mb-7">
            {page.search.submit}
          </Button>
        </div>
      </Section>
      {sections.map(({ heading, items }, index) => (
        <Section key={heading.title} heading={heading} ground={index % 2 === 0 ? 'mist' : 'paper'}>
          <ResourceList items={items} soon={soon} />
        </Section>
      ))}
      <Section heading={page.newsletter} ground="mist">
        <div className="grid max-w-2xl items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            label={page.newsletter.field.label}
            placeholder={page.newsletter.field.placeholder}
            hint={soon}
            type="email"
            disabled
          />
          <Button disabled className="sm:mb-7">
            {page.newsletter.submit}
          </Button>
        </div>
      </Section>
    </>
  );
}
