import { useLocation } from 'react-router';
import type { Site } from '#content/schema/site.ts';
import { Logo } from '#app/components/pictures/logo.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { ServicesMenu } from './services-menu.tsx';

/** A section stays current on its subpages; the home page is no section. */
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
  const { home, services, links, buttons } = navigation;
  const { pathname } = useLocation();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className="wrap flex h-16 items-center justify-between gap-4 lg:h-18">
        <ActionLink to="/" className="rounded-md py-2">
          <Logo name={company} />
          <span className="sr-only">, {home.label}</span>
        </ActionLink>
        <nav aria-label="Navigation principale" className="hidden lg:block">
          <ul className="flex items-center gap-1">
            <li>
              <NavLink {...home} pathname={pathname} />
            </li>
            <ServicesMenu label={services.label} items={services.items} />
            {links.map((link) => (
              <li key={link.to}>
                <NavLink {...link} pathname={pathname} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center gap-3 lg:flex">
          {buttons.map((link, index) => (
            <ActionLink key={link.to} to={link.to} className={buttonClass(index === 0 ? 'secondary' : 'primary', 'sm')}>
              {link.label}
            </ActionLink>
          ))}
        </div>
        <MobileMenu home={home} services={services} links={links} buttons={buttons} />
      </div>
    </header>
  );
}
