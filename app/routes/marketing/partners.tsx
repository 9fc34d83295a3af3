import { PartnerMark } from '#app/marketing/pictures/partner-mark.tsx';
import { RolesPlan } from '#app/marketing/pictures/roles-plan.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { partnersPage } from '#content/pages/partners.ts';
import { closingScene, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/partners.ts';

export const loader = () => ({
  ...partnersPage,
  ...pageMeta({
    path: '/partners',
    ...partnersPage.seo,
    label: 'Partenaires',
  }),
});

export default function Partners({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} crumbs={page.crumbs} aside={<RolesPlan {...page.hero.plan} />} />
      <Section heading={page.partners} ground="mist">
        <ul>
          {page.partners.items.map((partner) => (
            <li
              key={partner.name}
              className="grid gap-x-12 gap-y-4 border-t border-line-strong py-7 last:pb-0 lg:grid-cols-12 lg:py-14"
            >
              <div className="lg:col-span-4">
                <h3 className="leading-tight">
                  <PartnerMark name={partner.name} lettering={partner.lettering} size="lg" />
                </h3>
                <p className="mt-2 font-medium text-sea-ink">{partner.line}</p>
                {partner.isFictional && <p className="mt-1 text-sm text-muted">{page.partners.fictional}</p>}
              </div>
              <div className="lg:col-span-8">
                <p className="max-w-prose text-lg">{partner.text}</p>
                <ul className="mt-5 grid gap-x-8 gap-y-2 text-sm text-muted max-sm:list-disc max-sm:pl-5 max-sm:marker:text-azure sm:grid-cols-3 lg:mt-8">
                  {partner.brings.map((point) => (
                    <li key={point} className="text-balance sm:border-t sm:border-line sm:pt-3">
                      {point}
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.principles} layout="split" ground="ink">
        <dl className="grid gap-x-12 sm:grid-cols-2">
          {page.principles.items.map((item) => (
            <div key={item.title} className="border-t border-line-strong py-6">
              <dt className="font-heading text-2xl font-bold tracking-tight">{item.title}</dt>
              <dd className="mt-2 text-muted">{item.text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section heading={page.become}>
        <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
          {page.become.items.map((item) => (
            <li
              key={item.title}
              className="border border-line bg-surface p-6 lg:row-span-3 lg:grid lg:grid-rows-subgrid lg:gap-y-0 lg:p-8"
            >
              <h3 className="text-2xl">{item.title}</h3>
              <p className="mt-3 text-muted">{item.text}</p>
              <ActionLink
                to={page.become.action.to}
                className="mt-4 inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-azure underline-offset-4 hover:underline"
              >
                {page.become.action.label}
                <span className="sr-only">&nbsp;: {item.title}</span>
                <Icon name="arrow-right" className="size-4" />
              </ActionLink>
            </li>
          ))}
        </ul>
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
