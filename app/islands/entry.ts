/** The only script of every public page. Keep it small: hydrate-islands.ts loads everything that needs React. */
import { watchActionBar } from './action-bar.ts';
import { enhanceHeaderMenus } from './header-menus.ts';
import { hydrateIslands } from './hydrate-islands.ts';
import { watchMailLinks } from './open-mail-link.ts';
import { prefetchLinks } from './prefetch-links.ts';
import { renderDeferredSections } from './render-deferred-sections.ts';

document.documentElement.dataset.painted = '';
if (document.querySelector('[data-not-found]')) console.error('404: unknown route', location.pathname); // product §2
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});
enhanceHeaderMenus();
watchActionBar();
hydrateIslands();
watchMailLinks();
prefetchLinks();
renderDeferredSections();
// Turns off the stylesheet's fallbacks for pages without scripts.
document.documentElement.dataset.hydrated = '';
