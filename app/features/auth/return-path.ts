export const portalPath = '/customer-portal';
export const signInPath = '/customer-auth';
const here = 'https://portal.invalid';

/**
 * Where to go after sign-in: the portal, as the address says, and nowhere else. A link that somebody else made must not
 * lead a customer who has just typed a password to another site.
 */
export function returnPath(next: string | null): string {
  if (!next?.startsWith('/')) return portalPath;
  try {
    const url = new URL(next, here);
    const isPortal = url.pathname === portalPath || url.pathname.startsWith(`${portalPath}/`);
    return url.origin === here && isPortal ? `${url.pathname}${url.search}` : portalPath;
  } catch {
    return portalPath;
  }
}

/** The sign-in page, which leads back to where in the portal the user was. */
export function signInPathFrom({ pathname, search }: { pathname: string; search: string }): string {
  const next = `${pathname}${search}`;
  return next === portalPath ? signInPath : `${signInPath}?${new URLSearchParams({ next }).toString()}`;
}
