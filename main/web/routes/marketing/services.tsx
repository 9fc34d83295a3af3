import { BayFort } from '#app/marketing/pictures/bay-fort.tsx';
import { ServicePicture } from '#app/marketing/pictures/service-picture.tsx';
import { Actions } from '#app/marketing/sections/actions.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { PriceStrip } from '#app/marketing/sections/price-strip.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { Situations } from '#app/marketing/sections/situations.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Amount } from '#app/components/ui/amount.tsx';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { Phrases } from '#app/components/ui/phrases.tsx';
import { serviceCards, servicesPage } from '#content/pages/services.ts';
import { closingScene, pageMeta, resolveLinks } from '../page-data.ts';
import { company } from '../structured-data.ts';
import type { Route } from './+types/services.ts';

export const loader = () => ({
  page: servicesPage,
  services: serviceCards,
  ...pageMeta({
    path: '/services',
    ...servicesPage.seo,
    label: 'Services',
    structuredData: [company()],
  }),
});

export default function Services({ loaderData: { page, services, crumbs } }: Route.ComponentProps) {
  return (
    <>
      <div className="wrap pt-5 pb-10 lg:pt-8 lg:pb-14 print:py-2">
        <Breadcrumb crumbs={crumbs} />
        <div className="mt-5 items-center gap-x-12 lg:mt-4 lg:grid lg:grid-cols-12">
          <div className="lg:col-span-7">
            <h1 className="text-4xl tracking-tighter">
              <Phrases text={page.hero.title} />
            </h1>
            <p className="mt-5 max-w-prose text-lg text-muted">{page.hero.lead}</p>
            <Actions actions={resolveLinks(page.hero.actions)} className="mt-6 lg:mt-8" />
            {/* Below the buttons on a small screen, beside them on a large one. */}
            <BayFort className="mt-8 max-h-60 lg:hidden" />
          </div>
          <BayFort className="max-lg:hidden lg:col-span-5" />
        </div>
      </div>
      <PriceStrip services={services} />
      <Section heading={page.situations}>
        <Situations items={page.situations.items} />
      </Section>
      <Section heading={page.list} ground="mist" size="lg">
        <ul className="grid gap-6">
          {services.map((service) => (
            <li
              key={service.slug}
              className="relative grid gap-x-8 gap-y-4 border border-line bg-surface p-5 sm:p-8 md:grid-cols-[6rem_minmax(0,1fr)] md:gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-12 lg:p-10"
            >
              {/* On a phone beside the name only: the text takes the whole line. */}
              <ServicePicture
                slug={service.slug}
                className="max-md:absolute max-md:top-4 max-md:right-4 max-md:w-16 md:self-start"
              />
              <div>
                <h3 className="text-2xl max-md:min-h-14 max-md:pr-18">{service.name}</h3>
                <p className="mt-3 text-muted xl:text-lg">{service.description}</p>
              </div>
              <PhoneDetails
                className="md:col-start-2 lg:col-start-3 lg:row-start-1"
                title={<h4 className="font-sans text-base font-semibold tracking-normal">{page.list.included}</h4>}
              >
                <CheckList items={service.features} className="mt-3 content-start" />
              </PhoneDetails>
              {/* On a large screen one row below the three columns: price, note, button. */}
              <div className="rule-claim flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-5 md:col-start-2 lg:col-span-3 lg:col-start-1 xl:flex-nowrap xl:items-center xl:gap-x-12">
                <p className="min-w-0 flex-1 basis-60 xl:contents">
                  <Amount value={service.price} className="xl:w-60 xl:shrink-0" />
                  {service.priceNote && (
                    <span className="mt-2 block max-w-prose text-sm text-muted xl:mt-0 xl:flex-1">
                      {service.priceNote}
                    </span>
                  )}
                </p>
                <ActionLink
                  to={`/services/${service.slug}`}
                  className={buttonClass('secondary', 'md', 'shrink-0 xl:ms-auto')}
                >
                  {page.list.more}
                  <span className="sr-only">&nbsp;: {service.name}</span>
                </ActionLink>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
