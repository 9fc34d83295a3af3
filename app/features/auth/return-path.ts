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
    return url.origin === here && url.pathname === portalPath ? `${portalPath}${url.search}` : portalPath;
  } catch {
    return portalPath;
  }
}

/** The sign-in page, which leads back to the portal's present tab and view. */
export function signInPathFrom(search: string): string {
  return search === ''
    ? signInPath
    : `${signInPath}?${new URLSearchParams({ next: `${portalPath}${search}` }).toString()}`;
}
