/**
 * React Router's development server asks its own client to load the data again before it refreshes components.
 * We have none: a changed page is simply loaded anew, a changed component refreshes in place.
 */
export function answerHotUpdates() {
  let mustReload = false;
  Object.assign(window, {
    __reactRouterManifest: { routes: {} },
    __reactRouterRouteModules: {},
    __reactRouterContext: {},
    __reactRouterDataRouter: {
      createRoutesForHMR: (changed: Set<string>) => {
        mustReload = changed.size > 0;
        return [];
      },
      _internalSetRoutes: () => {},
      revalidate: async () => {
        if (mustReload) location.reload();
      },
    },
  });
}
