import { useLocation } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { ActionLink } from '../ui/action-link.tsx';

type Entry = { label: string; to: string; text: string };

/**
 * A disclosure, not an ARIA menu: its entries are plain links. It opens on hover with a mouse, on tap, and
 * with Enter, Space or ArrowDown; Escape, leaving it and following a link close it.
 */
export function ServicesMenu({ label, items }: { label: string; items: Entry[] }) {
  const { pathname } = useLocation();
  const isCurrent = items.some((item) => item.to === pathname);

  return (
    <li data-services-menu="" className="group/menu relative">
      <button
        type="button"
        aria-expanded={false}
        aria-controls="services-panel"
        data-current={isCurrent || undefined}
        className="nav-link inline-flex items-center gap-1"
      >
        {label}
        <Icon
          name="chevron-down"
          className="size-4 transition-transform group-has-[[aria-expanded=true]]/menu:rotate-180"
        />
      </button>
      <div id="services-panel" className="services-panel absolute left-1/2 top-full w-[36rem] -translate-x-1/2 pt-2">
        <ul className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-surface p-3 shadow-float">
          {items.map((item) => (
            <li key={item.to}>
              <ActionLink to={item.to} className="block rounded-md px-4 py-3 hover:bg-tint">
                <span className="block font-semibold">{item.label}</span>
                <span className="block text-sm text-muted">{item.text}</span>
              </ActionLink>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
