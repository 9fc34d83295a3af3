import { useId, useRef, useState } from 'react';
import { useLocation } from '#app/lib/router/router.tsx';
import { Icon } from '../ui/icon.tsx';
import { ActionLink } from '../ui/action-link.tsx';

type Entry = { label: string; to: string; text: string };

/**
 * A disclosure, not an ARIA menu: its entries are plain links. It opens on hover for a mouse, on tap for a finger,
 * on Enter, Space or ArrowDown for a keyboard; Escape, leaving and choosing close it.
 */
export function ServicesMenu({ label, items }: { label: string; items: Entry[] }) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const root = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  const isCurrent = items.some((item) => item.to === pathname);

  const links = () => [...(root.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  const moveFocus = (step: number) => {
    const all = links();
    const index = all.indexOf(document.activeElement as HTMLAnchorElement);
    all[(index + step + all.length) % all.length]?.focus();
  };

  return (
    <li
      ref={root}
      className="group/menu relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          setOpen(false);
          button.current?.focus();
        } else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && isOpen)) {
          event.preventDefault();
          if (isOpen) moveFocus(event.key === 'ArrowDown' ? 1 : -1);
          else {
            setOpen(true);
            requestAnimationFrame(() => links()[0]?.focus());
          }
        }
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        data-current={isCurrent || undefined}
        className="nav-link inline-flex items-center gap-1"
        onPointerDown={(event) => {
          // A mouse has opened it by hovering; its click must not close it again.
          if (event.pointerType === 'mouse') event.preventDefault();
        }}
        onClick={(event) => {
          const byMouse = event.detail > 0 && (event.nativeEvent as PointerEvent).pointerType === 'mouse';
          setOpen(byMouse ? true : !isOpen);
        }}
      >
        {label}
        <Icon
          name="chevron-down"
          className="size-4 transition-transform group-has-[[aria-expanded=true]]/menu:rotate-180"
        />
      </button>
      <div
        id={panelId}
        data-open={isOpen || undefined}
        className="services-panel absolute left-1/2 top-full w-[36rem] -translate-x-1/2 pt-2"
      >
        <ul className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-surface p-3 shadow-float">
          {items.map((item) => (
            <li key={item.to}>
              <ActionLink
                to={item.to}
                onClick={() => setOpen(false)}
                className="block rounded-md px-4 py-3 hover:bg-tint"
              >
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
