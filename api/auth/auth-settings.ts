import { hkdfSync } from 'node:crypto';
import type { Locale } from '#api/mail/mail.ts';

export interface AuthSettings {
  siteUrl: string;
  keys: Keys;
  /** Milliseconds from any origin: the clock of the in-memory limits. */
  now?: (() => number) | undefined;
}

/** Request metadata used for auth: IP address, cookies, user agent, locale. */
export interface RequestMetadata {
  ipAddress: string;
  requestId: string;
  cookies: string | undefined;
  userAgent: string | undefined;
  locale: Locale;
  /** Aborted when the client disconnects. A function, because creating the signal is not free. */
  signal?: () => AbortSignal;
}

/** One key per purpose, derived from AUTH_SECRET: a value signed or encrypted for one purpose is invalid for any other. */
export interface Keys {
  /** Signs our cookies. The cookie's name is part of the signed text. */
  cookies: string;
  /** Sign the device cookie, newest first: known browsers stay known when AUTH_SECRET is rotated. */
  devices: readonly string[];
  /** Hashes the IP addresses and users in rate limit keys. */
  rateLimits: string;
  /** For better-auth only, newest first. It encrypts TOTP secrets with them. */
  library: readonly string[];
}

const derive = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `customer-portal/${purpose}`, 32)).toString('base64url');

/** `secretsBefore` are the previous values of AUTH_SECRET, newest first. */
export function deriveKeys(secret: string, secretsBefore: readonly string[] = []): Keys {
  const all = [secret, ...secretsBefore];
  return {
    cookies: derive(secret, 'cookies'),
    devices: all.map((one) => derive(one, 'device-cookie')),
    rateLimits: derive(secret, 'rate-limits'),
    library: all.map((one) => derive(one, 'better-auth')),
  };
}
