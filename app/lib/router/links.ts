import { isInDocument } from './addresses.ts';
import { prefetchPage } from './load-page.ts';
import { whenIdle } from './when-idle.ts';

const here = () => new URL(location.href);

/** The page of this document that a link leads to, if it leads to one. */
const targetOf = (element: EventTarget | null): URL | undefined => {
  const link = element instanceof Element ? element.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return isInDocument(url, here()) ? url : undefined;
};

/** Plain clicks on plain links travel without a new document; everything else stays the browser's. */
export function onLinkClicked(event: MouseEvent, go: (url: URL) => void) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const url = targetOf(event.target);
  // A fragment of the page that is open is the browser's own work, focus included.
  if (!url || (url.pathname === location.pathname && url.search === location.search && url.hash)) return;
  event.preventDefault();
  go(url);
}

const prefetch = (url: URL | undefined, from = location.pathname) => {
  if (url && url.pathname !== from) void prefetchPage(url.pathname);
};

export function prefetchOnIntent(signal: AbortSignal) {
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(type, (event) => prefetch(targetOf(event.target)), { signal, passive: true });
  }
}

const wantsLess = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A tap gives no warning on a phone, so what is in view is fetched beforehand; returns how to stop. */
export function prefetchInView(pathname: string): () => void {
  if (wantsLess() || import.meta.env.DEV) return () => {};
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      prefetch(targetOf(target), pathname);
    }
  });
  const stop = whenIdle(() => {
    for (const link of document.querySelectorAll('a[href^="/"]')) observer.observe(link);
  });
  return () => {
    stop();
    observer.disconnect();
  };
}
