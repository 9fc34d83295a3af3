import type { ComponentProps } from 'react';

/** The interactive parts of public pages. Each is fetched and hydrated by itself. */
const islands = {
  newsletter: () => import('#app/features/newsletter/newsletter-form.tsx').then((m) => m.NewsletterForm),
  contact: () => import('#app/features/public-forms/contact-form.tsx').then((m) => m.ContactForm),
  audit: () => import('#app/features/public-forms/audit-form.tsx').then((m) => m.AuditForm),
  consultation: () => import('#app/features/public-forms/consultation-form.tsx').then((m) => m.ConsultationForm),
  checklist: () => import('#app/features/public-forms/checklist-form.tsx').then((m) => m.ChecklistForm),
  catalogue: () => import('#app/features/catalogue/catalogue.tsx').then((m) => m.Catalogue),
  cookies: () => import('#app/features/cookie-preferences/cookie-preferences.tsx').then((m) => m.CookiePreferences),
};

export type IslandName = keyof typeof islands;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>;
export type IslandProps<Name extends IslandName> = ComponentProps<IslandComponent<Name>>;

/** Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void) =>
  void ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 100));

const pending = new WeakMap<Element, Promise<void>>();
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function loadAndHydrate(island: HTMLElement) {
  // Loaded together, evaluated in separate tasks.
  const component = islands[island.dataset.island as IslandName]();
  const [{ hydrate }] = await Promise.all([import('./hydrate.tsx'), component]);
  await nextTask();
  await hydrate(island, (await component) as never);
  island.dataset.ready = '';
  const form = island.querySelector<HTMLFormElement>('form[data-submitted]');
  if (form === null) return;
  delete form.dataset.submitted;
  form.requestSubmit();
}

function hydrateIsland(island: Element) {
  if (pending.has(island)) return;
  const hydrated = loadAndHydrate(island as HTMLElement);
  pending.set(island, hydrated);
  // The network failed: the next interaction tries again.
  hydrated.catch(() => pending.delete(island));
}

const islandAround = (target: unknown) =>
  target instanceof Element ? target.closest('[data-island]:not([data-ready])') : null;

/** Hydrates each island when it comes near the viewport, or immediately when it is focused or touched. */
export function hydrateIslands() {
  const hydrateTarget = ({ target }: { target: unknown }) => {
    const island = islandAround(target);
    if (island) hydrateIsland(island);
  };
  for (const type of ['focusin', 'pointerdown', 'touchstart']) addEventListener(type, hydrateTarget, { passive: true });
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
  for (const island of document.querySelectorAll('[data-island]')) observer.observe(island);
  // Forms focused or submitted before this script loaded (keepEarlySubmit in app/root.tsx).
  hydrateTarget({ target: document.activeElement });
  for (const form of document.querySelectorAll('form[data-submitted]')) hydrateTarget({ target: form });
}
