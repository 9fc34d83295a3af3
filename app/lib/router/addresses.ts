export type SiteLocation = { pathname: string; search: string; hash: string; key: string };

/** Where a page's record lies beside its HTML. */
export const recordPath = (pathname: string) => (pathname === '/' ? '/index.json' : `${pathname}.json`);

export const isPortal = (pathname: string) => pathname.startsWith('/customer-');

const isPage = (pathname: string) =>
  !pathname.startsWith('/api/') && !pathname.slice(pathname.lastIndexOf('/')).includes('.');

/** The portal and the public site are two documents: neither loads the other's code. */
export const isInDocument = (to: URL, from: URL) =>
  to.origin === from.origin && isPage(to.pathname) && isPortal(to.pathname) === isPortal(from.pathname);

/** A section stays current while one of its own pages is open; the home page is no section. */
export const isCurrent = (to: string, pathname: string) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

export const locationOf = ({ pathname, search, hash }: URL, key: string): SiteLocation => ({
  pathname,
  search,
  hash,
  key,
});
