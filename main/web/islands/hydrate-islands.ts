import type { ComponentProps } from 'react';
import type { hydrate } from '#app/components/layout/hydrate.tsx';

/** An island brings the function that hydrates it along, which saves a request. */
type IslandModule = { hydrate: typeof hydrate };

/**
 * Browsers remember that a module could not be loaded: it is not asked for while offline, and after another failure it is asked
 * for by another URL.
 */
function loader<Module extends IslandModule, Part>(load: () => Promise<Module>, part: (module: Module) => Part) {
  let failed: string | undefined;
  const read = (module: Module) => ({ component: part(module), hydrate: module.hydrate });
  return async () => {
    // Throws without a network, unless `onLine` is wrong.
    if (!navigator.onLine) await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    try {
      if (failed === undefined) return read(await load());
      return read((await import(/* @vite-ignore */ `${failed}?again=${Date.now()}`)) as Module);
    } catch (error) {
      failed ??= /https?:\S+\.js/.exec(String(error))?.[0];
      throw error;
    }
  };
}

/** The interactive parts of public pages. Each is fetched and hydrated by itself. */
const islands = {
  newsletter: loader(
    () => import('#app/marketing/newsletter/newsletter-form.tsx'),
    (m) => m.NewsletterForm,
  ),
  contact: loader(
    () => import('#app/marketing/public-forms/contact-form.tsx'),
    (m) => m.ContactForm,
  ),
  audit: loader(
    () => import('#app/marketing/public-forms/audit-form.tsx'),
    (m) => m.AuditForm,
  ),
  consultation:
    import.meta.env.VITE_BOOKING === 'on'
      ? loader(
          () => import('#modules/appointments/site/booking-form.tsx'),
          (m) => m.BookingForm,
        )
      : loader(
          () => import('#app/marketing/public-forms/consultation-form.tsx'),
          (m) => m.ConsultationForm,
        ),
  checklist: loader(
    () => import('#app/marketing/public-forms/checklist-form.tsx'),
    (m) => m.ChecklistForm,
  ),
  catalogue: loader(
    () => import('#app/marketing/catalogue/catalogue.tsx'),
    (m) => m.Catalogue,
  ),
  iban: loader(
    () => import('#modules/bank/site/iban-check.tsx'),
    (m) => m.IbanCheck,
  ),
  cookies: loader(
    () => import('#app/marketing/cookie-preferences/cookie-preferences.tsx'),
    (m) => m.CookiePreferences,
  ),
};

export type IslandName = keyof typeof islands;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>['component'];
export type IslandProps<Name extends IslandName> = ComponentProps<IslandComponent<Name>>;

/** Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void) =>
  void ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 100));

const pending = new WeakMap<Element, Promise<void>>();
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function loadAndHydrate(island: HTMLElement) {
  const load = islands[island.dataset.island as IslandName];
  // Not with this script: the copy is in a chunk with what islands share, which a page without them does not load.
  const [{ component, hydrate }, { errorPage }] = await Promise.all([load(), import('#content/pages/error.ts')]);
  // Evaluated and hydrated in separate tasks.
  await nextTask();
  await hydrate(island, component as never, errorPage);
  island.dataset.ready = '';
  delete island.dataset.failed;
  const pressed = island.querySelector<HTMLElement>('[data-pressed]');
  if (pressed === null) return;
  delete pressed.dataset.pressed;
  pressed.click();
}

/** Asked for once more while an attempt is under way, which may have begun offline. */
const askedAgain = new WeakSet<Element>();

function hydrateIsland(island: Element) {
  if (pending.has(island)) {
    askedAgain.add(island);
    return;
  }
  const hydrated = loadAndHydrate(island as HTMLElement);
  pending.set(island, hydrated);
  // The network failed: the next interaction tries again, and so does the browser when it is online.
  hydrated.catch(() => {
    pending.delete(island);
    (island as HTMLElement).dataset.failed = '';
    if (askedAgain.delete(island)) hydrateIsland(island);
  });
}

const islandAround = (target: unknown) =>
  target instanceof Element ? target.closest('[data-island]:not([data-ready])') : null;

/**
 * Hydrates each island when it comes near the viewport, or immediately when it is focused or touched; one with `data-on-press`
 * when its button is pressed.
 */
export function hydrateIslands() {
  const hydrateTarget = ({ target }: { target: unknown }) => {
    const island = islandAround(target);
    if (island && !island.matches('[data-on-press]')) hydrateIsland(island);
  };
  const hydratePressed = (button: Element) => {
    const island = islandAround(button);
    if (island) hydrateIsland(island);
  };
  for (const type of ['focusin', 'pointerdown', 'touchstart']) addEventListener(type, hydrateTarget, { passive: true });
  // A press that comes before the code does is noted in main/web/root.tsx and repeated after hydration.
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-pressed]') : null;
    if (button) hydratePressed(button);
  });
  addEventListener('online', () => {
    for (const island of document.querySelectorAll('[data-island]:not([data-ready])'))
      if (pending.has(island) || island.matches('[data-failed]')) hydrateIsland(island);
  });
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        whenIdle(() => hydrateIsland(target));
      }
    },
    { rootMargin: '200px' },
  );
  for (const island of document.querySelectorAll('[data-island]:not([data-on-press])')) observer.observe(island);
  // A field focused or a button pressed before this script loaded.
  hydrateTarget({ target: document.activeElement });
  for (const button of document.querySelectorAll('[data-pressed]')) hydratePressed(button);
  // A shared filter: the full list would be shown until the catalogue is in view.
  const filtered = location.search === '' ? null : document.querySelector('[data-island=catalogue]');
  if (filtered) hydrateIsland(filtered);
}
