import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';

type Entry = { label: string; to: string };
type MobileMenuProps = {
  home: Entry;
  services: { label: string; items: Entry[] };
  links: Entry[];
  buttons: Entry[];
  pathname: string;
};

/** Native disclosure: it works before any JavaScript has loaded. */
export function MobileMenu({ home, services, links, buttons, pathname }: MobileMenuProps) {
  const entry = (link: Entry) => (
    <li key={link.to}>
      <a
        href={link.to}
        aria-current={link.to === pathname ? 'page' : undefined}
        className="block border-l-4 border-transparent px-3 py-2.5 font-medium hover:bg-tint aria-[current]:border-azure aria-[current]:bg-tint aria-[current]:text-azure"
      >
        {link.label}
      </a>
    </li>
  );

  return (
    <details data-mobile-menu="" className="group nav:hidden">
      <summary className="grid size-11 place-items-center rounded-md hover:bg-tint" aria-label="Menu">
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="x" className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Navigation mobile"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-paper whitespace-normal shadow-float"
      >
        <div className="wrap py-4">
          <ul>
            {entry(home)}
            <li className="mt-2 border-t border-line pt-3">
              <p className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted">{services.label}</p>
              <ul>{services.items.map(entry)}</ul>
            </li>
            <li className="mt-2 border-t border-line pt-2">
              <ul>{links.map(entry)}</ul>
            </li>
          </ul>
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            {buttons.map((link, index) => (
              <ActionLink key={link.to} to={link.to} className={buttonClass(index === 0 ? 'secondary' : 'primary')}>
                {link.label}
              </ActionLink>
            ))}
          </div>
        </div>
      </nav>
    </details>
  );
}
