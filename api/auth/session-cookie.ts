import { createHmac, timingSafeEqual } from 'node:crypto';

/** The name that the sign-in library gives the cookie; `__Secure-` makes a browser refuse it over plain http. */
export const sessionCookieName = (isHttps: boolean) => `${isHttps ? '__Secure-' : ''}${cookiePrefix}.session_token`;
/** Between the password and the code: names who is signing in. */
export const codeCookieName = (isHttps: boolean) => `${isHttps ? '__Secure-' : ''}${cookiePrefix}.two_factor`;
export const cookiePrefix = 'portal';

const signatureOf = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64');

/** As the sign-in library writes it. */
export function writeSessionCookie(token: string, seconds: number, isHttps: boolean, secret: string): string {
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret)}`);
  const secure = isHttps ? '; Secure' : '';
  return `${sessionCookieName(isHttps)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/** The value of a cookie that was signed by us. Whether what it names still stands, the database says. */
export function readSignedCookie(cookies: string | undefined, name: string, secret: string): string | undefined {
  const value = cookieValue(cookies, name);
  if (value === undefined) return undefined;
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, dot);
  if (dot < 1 || !/^[\w-]{1,100}$/.test(token)) return undefined;
  // As text: two spellings of base64 may stand for the same bytes, and only one is ours.
  const expected = Buffer.from(signatureOf(token, secret));
  const given = Buffer.from(value.slice(dot + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  const pair = cookies?.split(';').find((one) => one.trimStart().startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  try {
    return decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim());
  } catch {
    return undefined;
  }
}
