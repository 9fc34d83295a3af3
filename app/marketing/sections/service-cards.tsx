import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Amount } from '#app/components/ui/amount.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';

type ServiceSummary = { slug: string; name: string; summary: string; price: string };
type ServiceCardsProps = { services: ServiceSummary[]; more: string; expert: string };

/** Four services in a ruled grid, led by what they cost. */
export function ServiceCards({ services, more, expert }: ServiceCardsProps) {
  return (
    <ul className="grid border-t border-line-strong md:grid-cols-2">
      {services.map((service) => (
        <li
          key={service.slug}
          className="flex flex-col border-b border-line py-4.5 last:border-0 md:p-10 md:odd:border-r md:odd:pl-0 md:even:pr-0 md:nth-last-2:border-b-0 lg:p-12"
        >
          <h3 className="order-2 mt-1 text-xl md:mt-5 md:text-2xl lg:mt-8">{service.name}</h3>
          <p className="order-1 text-azure">
            <Amount
              value={service.price}
              size="lg"
              className="max-md:[&_.text-figure]:text-[2.25rem] max-md:[&>span]:inline"
            />
          </p>
          <p className="order-3 mt-1 max-w-prose grow text-muted max-md:text-sm md:mt-2">{service.summary}</p>
          <div className="order-4 mt-3 flex flex-wrap gap-3 lg:mt-6">
            <ActionLink to={`/services/${service.slug}`} className={buttonClass('secondary', 'sm')}>
              {more}
              <span className="sr-only">&nbsp;: {service.name}</span>
            </ActionLink>
            <ActionLink to="/contact" className={buttonClass('quiet', 'sm', '-mx-2')}>
              {expert}
            </ActionLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
