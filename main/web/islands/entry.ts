/** The only script of every public page. Keep it small: hydrate-islands.ts loads everything that needs React. */
import { carryMissingBricks } from '#app/marketing/self-check/carry-bricks.ts';
import { watchActionBar } from '#app/marketing/islands/action-bar.ts';
import { enhanceHeaderMenus } from '#app/marketing/islands/header-menus.ts';
import { hydrateIslands, whenIdle } from './hydrate-islands.ts';
import type { MailLinkKind } from './mail-link.tsx';
import { tellOfficeHour } from '#app/marketing/islands/office-hour.ts';
import { openPhoneDetails } from '#app/marketing/islands/open-details.ts';
import { recalculateInvoice } from '#app/marketing/islands/recalculate-invoice.ts';

/** Links in mails open a page with one of these in the fragment, most of them the home page. */
const mailLinkKinds: MailLinkKind[] = ['verify', 'confirm-email', 'cancel-email', 'revert-email', 'bank-alarm', 'rate'];

// On the page of consultations.
if (import.meta.env.VITE_BOOKING === 'on') mailLinkKinds.push('confirm', 'appointment');

/** The dialog is fetched only when the fragment has a token. */
function openMailLink() {
  const [, name, token] = /^#([a-z-]+)=(.*)/.exec(location.hash) ?? [];
  const kind = mailLinkKinds.find((known) => known === name);
  const failure = document.querySelector<HTMLElement>('[data-mail-link-failure]');
  if (failure === null || kind === undefined || token === undefined) return;
  import('./mail-link.tsx')
    .then(({ loadMailLink }) => loadMailLink(kind, token))
    .then(
      (show) => {
        // The token must not stay in the history, in a bookmark or on a shared screen.
        const page = import.meta.env.VITE_BOOKING === 'on' ? location.pathname : '/';
        history.replaceState(history.state, '', page);
        show();
      },
      // The token stays in the URL, so that a reload tries again.
      () => {
        failure.hidden = false;
      },
    );
}

function watchMailLinks() {
  openMailLink();
  addEventListener('hashchange', openMailLink);
}

const prefetched = new Set<string>();

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
function prefetchLinks() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (HTMLScriptElement.supports('speculationrules') || connection?.saveData === true) return;
  for (const type of ['pointerover', 'touchstart', 'focusin']) addEventListener(type, prefetch, { passive: true });
}

/**
 * Sections below the viewport are laid out one by one when the browser is idle (`.deferred-section` in app/styles/app.css), so that
 * the scrollbar becomes accurate and no single layout blocks input.
 */
function renderDeferredSections() {
  const root = document.documentElement;
  const sections = [...document.querySelectorAll<HTMLElement>('.deferred-section')];
  const renderNext = () => {
    const section = sections.shift();
    if (section === undefined || root.dataset.allRendered !== undefined) {
      root.dataset.allRendered = '';
      return;
    }
    section.dataset.rendered = '';
    // Layout now and paint in the next frame: two short tasks instead of a long one.
    void section.offsetHeight;
    whenIdle(renderNext);
  };
  whenIdle(renderNext);
}

document.documentElement.dataset.painted = '';
if (document.querySelector('[data-not-found]')) console.error('404: unknown route', location.pathname); // product §2
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});
enhanceHeaderMenus();
openPhoneDetails();
watchActionBar();
tellOfficeHour();
carryMissingBricks();
recalculateInvoice();
hydrateIslands();
watchMailLinks();
prefetchLinks();
renderDeferredSections();
// Turns off the stylesheet's fallbacks for pages without scripts.
document.documentElement.dataset.hydrated = '';
