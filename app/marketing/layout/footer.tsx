import type { ReactNode } from 'react';
import type { Site } from '#content/schema/site.ts';
import { Logo } from '#app/components/layout/logo.tsx';
import { RampartEdge } from '#app/components/layout/rampart-edge.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Unbroken } from '#app/components/ui/unbroken.tsx';

type FooterProps = { site: Site; year: string; newsletter: ReactNode };

const linkClass = 'inline-block py-1 text-muted lg:py-1.5 underline-offset-4 hover:text-azure hover:underline';

function LinkList({ title, links }: { title: string; links: { label: string; to: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-base font-semibold">{title}</h2>
      <ul className="mt-3 text-sm">
        {links.map((link) => (
          <li key={link.label}>
            <ActionLink to={link.to} className={linkClass}>
              {link.label}
            </ActionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer({ site, year, newsletter }: FooterProps) {
  const { company, description, office, footer } = site;
  return (
    <footer className="relative -mt-24 print:hidden">
      <RampartEdge />
      <div className="ground-wall pb-20 lg:pb-0">
        <div className="wrap grid gap-10 pt-10 pb-10 lg:gap-12 lg:pb-14 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <Logo name={company.name} />
            <p className="mt-4 max-w-md text-sm text-muted max-sm:hidden">{description}</p>
            <div className="mt-6 max-w-md sm:mt-8">{newsletter}</div>
          </div>
          <div className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-[1fr_1fr_auto] md:gap-x-8 lg:col-span-8 xl:col-span-7 xl:col-start-6 xl:gap-x-10">
            <LinkList {...footer.services} />
            <LinkList {...footer.company} />
            <div className="max-md:col-span-2">
              <h2 className="text-base font-semibold">{footer.contactTitle}</h2>
              <address className="mt-3 grid gap-1.5 text-sm text-muted not-italic">
                <p className="flex gap-2.5">
                  <Icon name="map-pin" className="mt-1.5 size-4 text-sea-ink" />
                  <span className="py-0.5">
                    {office.address}
                    <br />
                    {office.postal} {office.city}, {office.country}
                  </span>
                </p>
                <p className="flex gap-2.5">
                  <Icon name="phone" className="mt-1.5 size-4 text-sea-ink" />
                  <a href={company.phoneHref} className="py-0.5 whitespace-nowrap hover:text-azure">
                    {company.phone}
                  </a>
                </p>
                <p className="flex gap-2.5">
                  <Icon name="mail" className="mt-1.5 size-4 text-sea-ink" />
                  <a href={`mailto:${company.email}`} className="py-0.5 hover:text-azure sm:whitespace-nowrap">
                    {company.email}
                  </a>
                </p>
                <p className="flex gap-2.5">
                  <Icon name="clock" className="mt-1.5 size-4 text-sea-ink" />
                  <span className="py-0.5">
                    <Unbroken>{office.hours}</Unbroken>
                  </span>
                </p>
                <p className="flex gap-2.5">
                  <Icon name="arrow-up-right" className="mt-1.5 size-4 text-sea-ink" />
                  <ActionLink to={site.external.network} className="py-0.5 hover:text-azure">
                    {footer.network}
                  </ActionLink>
                </p>
              </address>
            </div>
          </div>
        </div>
        <div className="border-t border-line">
          <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5 text-sm text-muted">
            <p>
              © {year} {footer.copyright}
            </p>
            <ul className="flex flex-wrap gap-x-6 gap-y-1 max-sm:grid max-sm:w-full max-sm:grid-cols-[auto_auto] max-sm:justify-between max-sm:text-xs">
              {footer.legal.map((link) => (
                <li key={link.to}>
                  <ActionLink to={link.to} className={linkClass}>
                    {link.label}
                  </ActionLink>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}
