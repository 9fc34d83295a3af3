import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from './auth-settings.ts';

export interface CookieSettings {
  isHttps: boolean;
  keys: Keys;
}

/** `__Host-` makes browsers reject the cookie over plain HTTP, for another path, and from a sibling subdomain. */
export const cookiePrefix = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}portal`;
/** better-auth's own names for its cookies, after our prefix. */
const sessionCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.session_token`;
/** Set between the password and the code of a sign-in; identifies the pending sign-in. */
export const twoFactorCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.two_factor`;
const passkeyCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.passkey`;

const signatureOf = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64');
const withSignature = (value: string, text: string, key: string) =>
  encodeURIComponent(`${value}.${signatureOf(text, key)}`);

/** `name=value`, signed. The name is part of the signed text: a value cannot be moved to another cookie. */
export const signCookie = (name: string, value: string, key: string) =>
  `${name}=${withSignature(value, `${name}=${value}`, key)}`;

export const writeCookie = (pair: string, seconds: number, isHttps: boolean) =>
  `${pair}; Max-Age=${seconds}; Path=/; HttpOnly${isHttps ? '; Secure' : ''}; SameSite=Lax`;

/** The value of a cookie that we signed. Whether the session or device it names still exists is up to the database. */
export function readSignedCookie(cookies: string | undefined, name: string, keys: readonly string[]) {
  const signed = cookieValue(cookies, name);
  if (signed === undefined) return undefined;
  const value = unsignedValue(signed);
  return value !== undefined && keys.some((key) => isSigned(signed, value, `${name}=${value}`, key))
    ? value
    : undefined;
}

export const readSessionToken = ({ isHttps, keys }: CookieSettings, cookies: string | undefined) =>
  readSignedCookie(cookies, sessionCookieName(isHttps), [keys.cookies]);

export const readTwoFactorId = ({ isHttps, keys }: CookieSettings, cookies: string | undefined) =>
  readSignedCookie(cookies, twoFactorCookieName(isHttps), [keys.cookies]);

export const writeSessionCookie = ({ isHttps, keys }: CookieSettings, token: string, seconds: number) =>
  writeCookie(signCookie(sessionCookieName(isHttps), token, keys.cookies), seconds, isHttps);

/** `Set-Cookie` values as a `Cookie` header. */
export const asCookieHeader = (setCookies: string[]) => setCookies.map((cookie) => cookie.split(';')[0]).join('; ');

/**
 * better-auth signs a cookie's value without its name, and with its own key. Its cookies are re-signed on the way to the
 * browser, and passed back to it only after our own signature was verified.
 */
export function toBrowserCookies({ keys }: CookieSettings, headers: Headers): string[] {
  const resign = (setCookie: string): string => {
    const [pair = '', ...attributes] = setCookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const signed = cookieValue(pair, name) ?? '';
    const value = unsignedValue(signed);
    // A cookie that is being deleted has no value.
    if (value === undefined || !isSigned(signed, value, value, keys.library[0] ?? '')) return setCookie;
    return [signCookie(name, value, keys.cookies), ...attributes].join(';');
  };
  // The last of each name, as browsers do: better-auth may extend a session and then replace it.
  const byName = headers
    .getSetCookie()
    .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), resign(cookie)] as const);
  return [...new Map(byName).values()];
}

export function toLibraryCookies({ isHttps, keys }: CookieSettings, cookies: string | undefined): string {
  return [sessionCookieName, twoFactorCookieName, passkeyCookieName]
    .map((nameOf) => nameOf(isHttps))
    .flatMap((name) => {
      const value = readSignedCookie(cookies, name, [keys.cookies]);
      return value === undefined ? [] : [`${name}=${withSignature(value, value, keys.library[0] ?? '')}`];
    })
    .join('; ');
}

function unsignedValue(signed: string): string | undefined {
  const value = signed.slice(0, Math.max(signed.lastIndexOf('.'), 0));
  return /^[\w-]{1,100}$/.test(value) ? value : undefined;
}

function isSigned(signed: string, value: string, text: string, key: string): boolean {
  // Compared as text: several base64 spellings decode to the same bytes, and only one is valid.
  const expected = Buffer.from(`${value}.${signatureOf(text, key)}`);
  const actual = Buffer.from(signed);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
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
