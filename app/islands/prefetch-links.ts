const prefetched = new Set<string>();
const hasSpeculationRules = () => HTMLScriptElement.supports('speculationrules');
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const isPublicPage = ({ origin, pathname }: URL) =>
  origin === location.origin && pathname !== location.pathname && !/^\/(customer-|api\/)|\.[a-z0-9]+$/.test(pathname);

function prefetch({ target }: Event) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (!isPublicPage(url) || prefetched.has(url.pathname)) return;
  prefetched.add(url.pathname);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = url.pathname;
  document.head.append(hint);
}

/** For browsers without speculation rules (public/speculation-rules.json): prefetches the page of a hovered or focused link. */
export function prefetchLinks() {
  if (hasSpeculationRules() || savesData()) return;
  for (const type of ['pointerover', 'touchstart', 'focusin']) addEventListener(type, prefetch, { passive: true });
}
