import { createHmac, timingSafeEqual } from 'node:crypto';

/** `__Host-` makes a browser refuse the cookie over plain http, for another path, and from a neighbouring subdomain. */
export const cookiePrefix = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}portal`;
/** The names that the sign-in library gives its cookies. */
export const sessionCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.session_token`;
/** Between the password and the code: names who is signing in. */
export const codeCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.two_factor`;

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

/** The last of each name, as a browser keeps it: the library may prolong a session and then replace it in one answer. */
export const lastSetCookies = (headers: Headers): string[] => [
  ...new Map(headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie])).values(),
];
