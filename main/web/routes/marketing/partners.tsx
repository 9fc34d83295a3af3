import { PartnerMark } from '#app/marketing/pictures/partner-mark.tsx';
import { RoleMark, RolesPlan } from '#app/marketing/pictures/roles-plan.tsx';
import { TickSheet } from '#app/marketing/pictures/tick-sheet.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { PageHero } from '#app/marketing/sections/page-hero.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
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

/** The bastion of each partner in the plan of the hero. */
const roles = [0, 2, 1, 3];

export default function Partners({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        {...withLinks(page.hero)}
        crumbs={page.crumbs}
        aside={<RolesPlan {...page.hero.plan} className="md:max-w-104 lg:ml-auto" />}
      />
      <Section heading={page.partners} ground="mist">
        <ul>
          {page.partners.items.map((partner, index) => (
            <li
              key={partner.name}
              className="relative grid gap-x-12 gap-y-4 py-7 first:rule-claim not-first:rule-row last:pb-0 lg:grid-cols-12 lg:py-14"
            >
              <div className="max-lg:min-h-22 max-lg:pr-28 lg:col-span-3">
                <h3 className="leading-tight">
                  <PartnerMark name={partner.name} lettering={partner.lettering} size="lg" />
                </h3>
                <p className="mt-2 font-medium text-sea-ink">{partner.line}</p>
                {partner.isFictional && <p className="text-sm text-muted">{page.partners.fictional}</p>}
              </div>
              <div className="lg:col-span-6">
                <p className="max-w-prose text-lg">{partner.text}</p>
                <ul className="mt-4 grid list-[square] gap-y-1 pl-5 text-muted marker:text-azure">
                  {partner.brings.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
              <p className="text-sm font-semibold max-lg:absolute max-lg:top-7 max-lg:right-0 lg:col-span-3 lg:justify-self-end lg:text-right lg:whitespace-nowrap">
                <RoleMark role={roles[index] ?? 0} className="w-24! lg:ms-auto lg:w-40!" />
                <span className="mt-3 block max-lg:sr-only">{page.hero.plan.roles[roles[index] ?? 0]?.text}</span>
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.principles} layout="split" ground="ink">
        <TickSheet {...page.principles.sheet} items={page.principles.items} />
      </Section>
      {/* The closing scene below has the way to write. */}
      <Section heading={page.become} layout="split">
        <ul className="rule-claim">
          {page.become.items.map((item) => (
            <li
              key={item.title}
              className="gap-x-12 py-6 not-first:rule-row last:pb-0 lg:grid lg:grid-cols-[2fr_3fr] lg:items-baseline"
            >
              <h3 className="text-xl lg:text-2xl">{item.title}</h3>
              <p className="mt-2 max-w-prose text-muted lg:mt-0">{item.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
