import { ServicePicture, type ServiceSlug } from '#app/marketing/pictures/service-picture.tsx';
import { Amount } from '#app/components/ui/amount.tsx';
import { Icon } from '#app/components/ui/icon.tsx';

type PriceStripProps = { services: { slug: ServiceSlug; name: string; price: string }[] };

/** The services and what they cost, each a link. */
export function PriceStrip({ services }: PriceStripProps) {
  return (
    <div className="ground-ink print:py-2">
      <ul className="wrap grid md:grid-cols-2 lg:grid-cols-4">
        {services.map((service) => (
          <li
            key={service.slug}
            className="border-line not-first:border-t md:odd:pr-6 md:even:border-l md:even:pl-6 md:nth-2:border-t-0 lg:not-first:border-t-0 lg:not-first:border-l lg:not-first:pl-7"
          >
            <a
              href={`/services/${service.slug}`}
              className="group grid h-full grid-cols-[3.5rem_1fr] items-center gap-x-4 py-3.5 -outline-offset-3 sm:py-6 lg:block lg:py-8"
            >
              <ServicePicture slug={service.slug} className="lg:hidden" />
              <span className="block">
                <span className="flex items-center gap-2 font-semibold group-hover:underline group-hover:underline-offset-4">
                  {service.name}
                  <Icon name="arrow-right" className="size-4 text-azure" />
                </span>
                <Amount
                  value={service.price}
                  className="mt-1 max-sm:[&>span]:inline max-sm:[&>.font-heading]:whitespace-nowrap max-sm:[&>span]:text-[1.75rem] max-sm:[&>span:not(.font-heading)]:text-sm max-sm:[&>span:first-child:not(.font-heading)]:mr-1.5 lg:mt-3"
                />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
