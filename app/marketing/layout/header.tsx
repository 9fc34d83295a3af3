import { useLocation } from 'react-router';
import type { Site } from '#content/schema/site.ts';
import { Logo } from '#app/components/layout/logo.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { ServicesMenu } from './services-menu.tsx';

/** A section stays current on its subpages; the home page is not a section. */
export const isCurrent = (to: string, pathname: string) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

type HeaderProps = { company: string; navigation: Site['navigation'] };

function NavLink({ to, label, pathname }: { to: string; label: string; pathname: string }) {
  return (
    <a href={to} aria-current={isCurrent(to, pathname) ? 'page' : undefined} className="nav-link">
      {label}
    </a>
  );
}

/** Expects resolved links: every `to` is a path or a full URL. */
export function Header({ company, navigation }: HeaderProps) {
  const { home, services, links, portal, buttons } = navigation;
  // The prerenderer asks for paths with a slash at the end.
  const pathname = useLocation().pathname.replace(/(.)\/$/, '$1');
  const [schedule, audit] = buttons;
  return (
    <header className="steady-header sticky top-0 z-40 border-b border-line bg-paper whitespace-nowrap print:hidden">
      {/* Wraps where the reader sets wider letters or words. */}
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-3 nav:min-h-18 nav:max-xl:gap-x-2">
        <ActionLink to="/" className="mr-auto flex items-center rounded-md py-2">
          <Logo name={company} />
          <span className="sr-only">, {home.label}</span>
        </ActionLink>
        <nav aria-label="Navigation principale" className="mr-auto hidden nav:block">
          <ul className="flex flex-wrap items-center">
            <li>
              <NavLink {...home} pathname={pathname} />
            </li>
            <ServicesMenu
              label={services.label}
              items={services.items}
              isCurrent={services.items.some((item) => isCurrent(item.to, pathname))}
            />
            {links.map((link) => (
              <li key={link.to}>
                <NavLink {...link} pathname={pathname} />
              </li>
            ))}
          </ul>
        </nav>
        <ActionLink to={portal.to} className="nav-link max-sm:hidden">
          {portal.label}
        </ActionLink>
        {schedule && (
          <ActionLink to={schedule.to} className={buttonClass('secondary', 'sm', 'max-nav:hidden')}>
            {schedule.label}
          </ActionLink>
        )}
        {audit && (
          <ActionLink to={audit.to} className={buttonClass('primary', 'sm', 'max-sm:hidden')}>
            {audit.label}
          </ActionLink>
        )}
        <MobileMenu home={home} services={services} links={[...links, portal]} buttons={buttons} pathname={pathname} />
      </div>
    </header>
  );
}
