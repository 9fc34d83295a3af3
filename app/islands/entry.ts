/** The one script of every public page. It must stay small: whatever needs React is fetched by hydrate-islands.ts. */
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
hydrateIslands();
watchMailLinks();
prefetchLinks();
renderDeferredSections();
// The stylesheet's script-free fallbacks give way.
document.documentElement.dataset.hydrated = '';
