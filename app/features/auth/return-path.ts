export const portalPath = '/customer-portal';
const deskPath = '/desk';
export const signInPath = '/customer-auth';
const here = 'https://portal.invalid';

/**
 * Where to go after sign-in: a path of the portal or the desk, and nothing else. A crafted link must not
 * send a user who has just signed in to another site (open redirect).
 */
export function returnPath(next: string | null): string {
  if (!next?.startsWith('/')) return portalPath;
  try {
    const url = new URL(next, here);
    const isOurs = [portalPath, deskPath].some((path) => `${url.pathname}/`.startsWith(`${path}/`));
    return url.origin === here && isOurs ? `${url.pathname}${url.search}` : portalPath;
  } catch {
    return portalPath;
  }
}

/** The sign-in page with the way back to the user's current screen. */
export function signInPathFrom({ pathname, search }: { pathname: string; search: string }): string {
  const next = `${pathname}${search}`;
  return next === portalPath ? signInPath : `${signInPath}?${new URLSearchParams({ next }).toString()}`;
}
