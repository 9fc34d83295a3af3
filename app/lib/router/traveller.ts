import { isInDocument, locationOf, type SiteLocation } from './addresses.ts';
import { keepPage, knownPage, loadPage, NeedsDocument } from './load-page.ts';
import { onLinkClicked, prefetchOnIntent } from './links.ts';
import type { Page } from './page.ts';
import { notePlace, rememberedPlace, rememberPlace, type Scroll, storePlaces } from './scroll.ts';

export type Visit = { location: SiteLocation; page: Page; scroll: Scroll; failure?: unknown };
export type TravelOptions = { replace?: boolean | undefined; keepScroll?: boolean | undefined };

type Entry = { key?: string } | null;
export const newKey = () => Math.random().toString(36).slice(2, 10);
export const entryKey = () => (history.state as Entry)?.key;

/** Takes the reader from page to page: what the address says, what the screen shows and where it stands go together. */
export class Traveller {
  #shown: Visit;
  #turn = 0;
  readonly #show: (visit: Visit) => void;

  constructor(first: Visit, show: (visit: Visit) => void) {
    this.#shown = first;
    this.#show = show;
  }

  /** Listens to links, to Back and Forward, and to the end of the document; returns how to stop. */
  start(): () => void {
    const controller = new AbortController();
    keepPage(this.#shown.location.pathname, this.#shown.page);
    const takeScroll = () => {
      history.scrollRestoration = 'manual';
    };
    takeScroll();
    history.replaceState({ key: this.#shown.location.key }, '');
    const on = { signal: controller.signal };
    addEventListener('click', (event) => onLinkClicked(event, (url) => this.go(url.href)), on);
    addEventListener('popstate', () => this.#return(), on);
    addEventListener('scroll', notePlace, { ...on, passive: true });
    addEventListener('pagehide', () => this.#leave(), on);
    addEventListener('pageshow', takeScroll, on);
    prefetchOnIntent(controller.signal);
    return () => controller.abort();
  }

  readonly go = (to: string, { replace, keepScroll }: TravelOptions = {}) => {
    const url = new URL(to, location.href);
    if (!isInDocument(url, new URL(location.href))) {
      if (replace) location.replace(url);
      else location.assign(url);
      return;
    }
    const key = newKey();
    void this.#travel(locationOf(url, key), keepScroll ? 'keep' : 'start', () => {
      if (replace || url.href === location.href) history.replaceState({ key }, '', url);
      else history.pushState({ key }, '', url);
    });
  };

  #return() {
    const known = entryKey();
    const key = known ?? newKey();
    // A fragment's own entry carries no key, and the browser has scrolled to it already.
    if (known === undefined) history.replaceState({ key }, '');
    const scroll = known === undefined ? 'keep' : (rememberedPlace(key) ?? 'start');
    void this.#travel(locationOf(new URL(location.href), key), scroll);
  }

  async #travel(to: SiteLocation, scroll: Scroll, record?: () => void) {
    this.#turn += 1;
    const turn = this.#turn;
    const { page, failure, location: from } = this.#shown;
    const known = to.pathname === from.pathname && failure === undefined ? page : knownPage(to.pathname);
    if (known) return this.#arrive({ location: to, page: known, scroll }, record);
    document.documentElement.dataset.travelling = '';
    try {
      const loaded = await loadPage(to.pathname, page.record.entry);
      if (turn === this.#turn) this.#arrive({ location: to, page: loaded, scroll }, record);
    } catch (error) {
      if (turn !== this.#turn) return;
      if (error instanceof NeedsDocument) return this.#open(to, record === undefined);
      console.error(error);
      this.#arrive({ location: to, page, scroll, failure: error }, record);
    }
  }

  #arrive(visit: Visit, record?: () => void) {
    const root = document.documentElement;
    delete root.dataset.travelling;
    rememberPlace(this.#shown.location.key, visit.scroll === 'keep' && record === undefined);
    record?.();
    if (visit.location.pathname !== this.#shown.location.pathname) {
      // Places are measured on pages that are laid out whole (app/styles/app.css), and structured data is the document's own.
      root.dataset.whole = '';
      for (const data of document.querySelectorAll('script[type="application/ld+json"]')) data.remove();
    }
    this.#shown = visit;
    this.#show(visit);
  }

  #open({ pathname, search, hash }: SiteLocation, isThere: boolean) {
    if (isThere) location.reload();
    else location.assign(`${pathname}${search}${hash}`);
  }

  /** The browser itself brings the reader back to a place in a new document. */
  #leave() {
    rememberPlace(this.#shown.location.key);
    storePlaces();
    history.scrollRestoration = 'auto';
  }
}
