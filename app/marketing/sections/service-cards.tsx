import { ServicePicture, type ServiceSlug } from '#app/marketing/pictures/service-picture.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Amount } from '#app/components/ui/amount.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';

type ServiceSummary = { slug: ServiceSlug; name: string; summary: string; price: string };
type ServiceCardsProps = { services: ServiceSummary[]; more: string; expert: string };

/** Four services, each with its fort and what it costs. The whole cell leads to the service, except the link to an expert. */
export function ServiceCards({ services, more, expert }: ServiceCardsProps) {
  return (
    <ul className="grid rule-claim md:grid-cols-2">
      {services.map((service) => (
        <li
          key={service.slug}
          className="group/service relative grid gap-x-5 border-b md:grid-cols-[4.5rem_1fr] border-line py-4 last:border-0 lg:grid-cols-[7.5rem_1fr] lg:gap-x-8 md:py-10 md:odd:border-r md:odd:pr-6 md:even:pl-6 lg:odd:pr-8 lg:even:pl-8 md:nth-last-2:border-b-0"
        >
          {/* On a phone beside the name and the price only: the text takes the whole line. */}
          <ServicePicture
            slug={service.slug}
            className="row-span-2 max-md:absolute max-md:top-3 max-md:right-0 max-md:w-16"
          />
          <div>
            <h3 className="text-xl max-md:pr-20 md:text-2xl">{service.name}</h3>
            <p className="mt-1 text-azure">
              <Amount
                value={service.price}
                className="max-lg:[&_.font-heading]:text-[2.25rem] lg:[&_.font-heading]:text-[3.5rem] lg:[&_.font-heading]:whitespace-nowrap"
              />
            </p>
            <p className="mt-1 max-w-prose text-muted max-md:text-sm md:mt-3">{service.summary}</p>
          </div>
          <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1 self-end md:col-start-2 md:mt-5">
            <ActionLink
              to={`/services/${service.slug}`}
              className={buttonClass(
                'secondary',
                'sm',
                'after:absolute after:inset-0 group-hover/service:border-azure group-hover/service:text-azure',
              )}
            >
              {more}
              <span className="sr-only">&nbsp;: {service.name}</span>
            </ActionLink>
            <ActionLink to="/contact" className={buttonClass('quiet', 'sm', 'relative -mx-2 md:max-lg:-ms-4')}>
              {expert}
            </ActionLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
