/** The Services menu. Without this it opens on hover and focus by CSS; this adds tap, arrow keys and Escape. */
function enhanceServicesMenu(menu: HTMLElement, button: HTMLButtonElement, panel: HTMLElement) {
  const links = [...panel.querySelectorAll('a')];
  const isOpen = () => button.ariaExpanded === 'true';
  const setOpen = (open: boolean) => {
    button.ariaExpanded = String(open);
    panel.toggleAttribute('data-open', open);
  };
  const moveFocus = (step: number) => {
    const current = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[(current + step + links.length) % links.length]?.focus();
  };
  menu.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && setOpen(true));
  menu.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && setOpen(false));
  menu.addEventListener('focusout', (event) => {
    if (!menu.contains(event.relatedTarget as Node | null)) setOpen(false);
  });
  // With a mouse it is open by hovering: the click must not close it.
  button.addEventListener('pointerdown', (event) => event.pointerType === 'mouse' && event.preventDefault());
  button.addEventListener('click', (event) =>
    setOpen((event.detail > 0 && event.pointerType === 'mouse') || !isOpen()),
  );
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen()) {
      setOpen(false);
      button.focus();
    } else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && isOpen())) {
      event.preventDefault();
      if (isOpen()) return moveFocus(event.key === 'ArrowDown' ? 1 : -1);
      setOpen(true);
      // A hidden link cannot be focused: the panel appears with the next frame.
      requestAnimationFrame(() => links[0]?.focus());
    }
  });
  // A tap outside closes it even if nothing receives focus.
  addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target as Node)) setOpen(false);
  });
  // A page from the back/forward cache starts with the menu closed.
  addEventListener('pageshow', (event) => event.persisted && setOpen(false));
}

/** The mobile menu is a <details>: this closes it on Escape, on a tap outside and when a link is followed. */
function enhanceMobileMenu(menu: HTMLDetailsElement) {
  const close = () => {
    menu.open = false;
  };
  addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target as Node)) close();
  });
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) close();
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
  addEventListener('pageshow', (event) => event.persisted && close());
}

export function enhanceHeaderMenus() {
  const services = document.querySelector<HTMLElement>('[data-services-menu]');
  const button = services?.querySelector('button');
  const panel = services?.querySelector<HTMLElement>('.services-panel');
  if (services && button && panel) enhanceServicesMenu(services, button, panel);
  const mobile = document.querySelector<HTMLDetailsElement>('details[data-mobile-menu]');
  if (mobile) enhanceMobileMenu(mobile);
}
