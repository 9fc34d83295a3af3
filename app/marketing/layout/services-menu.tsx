import { ServicePicture, type ServiceSlug } from '#app/marketing/pictures/service-picture.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Icon } from '#app/components/ui/icon.tsx';

type Entry = { label: string; to: string; text: string };
type ServicesMenuProps = {
  label: string;
  items: Entry[];
  /** Whether the page belongs to one of its entries. */
  isCurrent: boolean;
};

/**
 * A disclosure, not an ARIA menu: its entries are plain links. It opens on hover with a mouse, on tap, and
 * with Enter, Space or ArrowDown; Escape, leaving it and following a link close it.
 */
export function ServicesMenu({ label, items, isCurrent }: ServicesMenuProps) {
  const overview = items.filter((item) => item.to === '/services');
  const services = items.filter((item) => item.to.startsWith('/services/'));
  const others = items.filter((item) => !item.to.startsWith('/services'));

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
      <div id="services-panel" className="services-panel absolute left-0 top-full w-[42rem] pt-2">
        <div className="border border-line bg-surface whitespace-normal shadow-float">
          {overview.map((item) => (
            <ActionLink
              key={item.to}
              to={item.to}
              className="group flex items-center gap-2 border-b border-line px-6 py-3.5 text-sm -outline-offset-3 hover:bg-tint"
            >
              <span className="font-semibold text-azure">{item.label}</span>
              <span className="text-muted">{item.text}</span>
              <Icon name="arrow-right" className="ml-auto size-4 text-azure" />
            </ActionLink>
          ))}
          <ul className="grid grid-cols-2 gap-1 p-3">
            {services.map((item) => (
              <li key={item.to}>
                <ActionLink to={item.to} className="flex items-center gap-4 rounded-md p-3 hover:bg-tint">
                  <span className="w-14 shrink-0">
                    <ServicePicture slug={item.to.slice('/services/'.length) as ServiceSlug} />
                  </span>
                  <span>
                    <span className="block font-semibold">{item.label}</span>
                    <span className="block text-sm leading-snug text-muted">{item.text}</span>
                  </span>
                </ActionLink>
              </li>
            ))}
          </ul>
          {others.map((item) => (
            <ActionLink
              key={item.to}
              to={item.to}
              className="ground-ink flex items-center gap-4 px-6 py-4 -outline-offset-3 hover:bg-wall"
            >
              {/* As wide as the drawings above it: the number of a standard on a brick. */}
              <span
                aria-hidden="true"
                className="grid h-7 w-14 shrink-0 place-items-center bg-sun font-heading text-base font-bold text-night"
              >
                27001
              </span>
              <span>
                <span className="block font-semibold">{item.label}</span>
                <span className="block text-sm text-muted">{item.text}</span>
              </span>
              <Icon name="arrow-right" className="ml-auto size-5" />
            </ActionLink>
          ))}
        </div>
      </div>
    </li>
  );
}
