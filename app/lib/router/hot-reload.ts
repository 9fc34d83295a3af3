import { knownPage } from './load-page.ts';
import { readRecord } from './page.ts';

const hasNewCopy = async () => {
  const answer = await fetch(location.href);
  const fresh = readRecord(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return JSON.stringify(fresh.data) !== JSON.stringify(knownPage(location.pathname)?.record.data);
};

/**
 * React Router's development server asks its own client to load the data again before it refreshes components.
 * We have none: a page whose copy changed is loaded anew, a changed component refreshes in place.
 */
export function answerHotUpdates() {
  Object.assign(window, {
    __reactRouterManifest: { routes: {} },
    __reactRouterRouteModules: {},
    __reactRouterContext: {},
    __reactRouterDataRouter: {
      createRoutesForHMR: () => [],
      _internalSetRoutes: () => {},
      revalidate: async () => {
        if (await hasNewCopy()) location.reload();
      },
    },
  });
}
