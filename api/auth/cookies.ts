import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from './auth-settings.ts';

/** `__Host-` makes a browser refuse the cookie over plain http, for another path, and from a neighbouring subdomain. */
export const cookiePrefix = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}portal`;
/** The names that the sign-in library gives its cookies. */
export const sessionCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.session_token`;
/** Between the password and the code: names who is signing in. */
export const codeCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.two_factor`;
const passkeyCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.passkey`;

const signatureOf = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64');
const withSignature = (value: string, text: string, key: string) =>
  encodeURIComponent(`${value}.${signatureOf(text, key)}`);

/** `name=value`, signed. The name is part of what is signed: a value cannot be moved to another cookie. */
export const signCookie = (name: string, value: string, key: string) =>
  `${name}=${withSignature(value, `${name}=${value}`, key)}`;

export const writeCookie = (pair: string, seconds: number, isHttps: boolean) =>
  `${pair}; Max-Age=${seconds}; Path=/; HttpOnly${isHttps ? '; Secure' : ''}; SameSite=Lax`;

/** The value of a cookie that was signed by us. Whether what it names still stands, the database says. */
export function readSignedCookie(
  cookies: string | undefined,
  name: string,
  keys: readonly string[],
): string | undefined {
  const given = cookieValue(cookies, name);
  if (given === undefined) return undefined;
  const value = valueOf(given);
  return value !== undefined && keys.some((key) => isSigned(given, value, `${name}=${value}`, key)) ? value : undefined;
}

/**
 * better-auth signs the value of a cookie without its name, and with its own key. Its cookies are signed anew on the way
 * to the browser, and given to it only after our own signature was checked.
 */
export function libraryCookies(isHttps: boolean, { cookies: ours, library: [theirs = ''] }: Keys) {
  const names = [sessionCookieName(isHttps), codeCookieName(isHttps), passkeyCookieName(isHttps)];
  const signAnew = (setCookie: string): string => {
    const [pair = '', ...attributes] = setCookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const given = cookieValue(pair, name) ?? '';
    const value = valueOf(given);
    // A cookie that is being removed has no value.
    if (value === undefined || !isSigned(given, value, value, theirs)) return setCookie;
    return [signCookie(name, value, ours), ...attributes].join(';');
  };
  return {
    /** The last of each name, as a browser keeps it: the library may prolong a session and then replace it. */
    toBrowser: (headers: Headers): string[] => [
      ...new Map(
        headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), signAnew(cookie)]),
      ).values(),
    ],
    toLibrary: (cookies: string | undefined): string =>
      names
        .flatMap((name) => {
          const value = readSignedCookie(cookies, name, [ours]);
          return value === undefined ? [] : [`${name}=${withSignature(value, value, theirs)}`];
        })
        .join('; '),
  };
}

function valueOf(given: string): string | undefined {
  const value = given.slice(0, Math.max(given.lastIndexOf('.'), 0));
  return /^[\w-]{1,100}$/.test(value) ? value : undefined;
}

function isSigned(given: string, value: string, text: string, key: string): boolean {
  // As text: two spellings of base64 may stand for the same bytes, and only one is ours.
  const expected = Buffer.from(`${value}.${signatureOf(text, key)}`);
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function cookieValue(cookies: string | undefined, name: string): string | undefined {
  const pair = cookies?.split(';').find((one) => one.trimStart().startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  try {
    return decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim());
  } catch {
    return undefined;
  }
}
