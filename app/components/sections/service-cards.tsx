import type { ReactNode } from 'react';
import { ActionLink } from '../ui/action-link.tsx';
import { buttonClass } from '../ui/button.tsx';

export type ServiceSummary = { slug: string; name: string; summary: string; picture: ReactNode };
type ServiceCardsProps = { services: ServiceSummary[]; more: string; expert: string };

export function ServiceCards({ services, more, expert }: ServiceCardsProps) {
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {services.map((service) => (
        <li
          key={service.slug}
          className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-6 sm:flex-row sm:gap-6 sm:p-8 md:max-lg:flex-col md:max-lg:gap-5"
        >
          <div className="w-28 shrink-0 sm:w-36">{service.picture}</div>
          <div className="flex min-w-0 grow flex-col">
            <h3 className="text-2xl">{service.name}</h3>
            <p className="mt-3 grow text-muted">{service.summary}</p>
            <div className="mt-6 flex flex-wrap gap-3">
              <ActionLink to={`/services/${service.slug}`} className={buttonClass('secondary', 'sm')}>
                {more}
                <span className="sr-only"> : {service.name}</span>
              </ActionLink>
              <ActionLink to="/contact" className={buttonClass('quiet', 'sm', '-mx-2')}>
                {expert}
              </ActionLink>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
