import { ServicePicture } from '#app/components/pictures/service-picture.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { serviceCards, servicesPage } from '#content/pages/services.ts';
import { breadcrumbs, closingScene, company, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/services.ts';

export const loader = () => ({
  page: servicesPage,
  services: serviceCards,
  ...pageMeta({
    path: '/services',
    ...servicesPage.seo,
    structuredData: [company(), breadcrumbs({ label: 'Services', path: '/services' })],
  }),
});

export default function Services({ loaderData: { page, services } }: Route.ComponentProps) {
  return (
    <>
      <PageHero {...withLinks(page.hero)} />
      <Section heading={page.list}>
        <ul className="grid gap-6">
          {services.map((service) => (
            <li
              key={service.slug}
              className="grid gap-x-10 gap-y-6 rounded-lg border border-line bg-surface p-6 sm:p-8 lg:grid-cols-[10rem_1.1fr_1fr]"
            >
              <div className="w-32 lg:w-full">
                <ServicePicture slug={service.slug} />
              </div>
              <div>
                <h3 className="text-2xl">{service.name}</h3>
                <p className="mt-3 text-muted">{service.description}</p>
                <p className="mt-5 text-xl font-semibold">{service.price}</p>
                {service.priceNote && <p className="mt-1 text-sm text-muted">{service.priceNote}</p>}
                <ActionLink to={`/services/${service.slug}`} className={buttonClass('primary', 'sm', 'mt-6')}>
                  {page.list.more}
                  <span className="sr-only"> : {service.name}</span>
                </ActionLink>
              </div>
              <CheckList items={service.features} className="content-start" />
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={page.choose} ground="mist">
        <ul className="divide-y divide-line border-y border-line">
          {page.choose.items.map((item) => (
            <li
              key={item.situation}
              className="grid gap-x-12 gap-y-2 py-6 lg:grid-cols-[1fr_1.4fr_auto] lg:items-center"
            >
              <p className="text-lg font-semibold">{item.situation}</p>
              <p className="text-muted">{item.advice}</p>
              <ActionLink
                to={item.link.to}
                className="inline-flex items-center gap-1.5 py-2 font-semibold text-azure underline-offset-4 hover:underline"
              >
                {item.link.label}
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
