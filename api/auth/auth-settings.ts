import { hkdfSync } from 'node:crypto';

/**
 * One key for each purpose, derived from AUTH_SECRET: what is signed or encrypted for one purpose is worth nothing for
 * another, whatever its text is.
 */
export interface Keys {
  /** Signs our cookies. The cookie's name is part of what is signed. */
  cookies: string;
  /** Signs the device cookie, the newest first: a browser stays known when AUTH_SECRET is replaced. */
  devices: readonly string[];
  /** Hashes the IP addresses and users that are counted. */
  rateLimits: string;
  /** For better-auth alone, the newest first. It encrypts the secrets of authenticators with them. */
  library: readonly string[];
}

const derive = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `customer-portal/${purpose}`, 32)).toString('base64url');

/** `secretsBefore` are the values that AUTH_SECRET had before, the newest first. */
export function deriveKeys(secret: string, secretsBefore: readonly string[] = []): Keys {
  const all = [secret, ...secretsBefore];
  return {
    cookies: derive(secret, 'cookies'),
    devices: all.map((one) => derive(one, 'device-cookie')),
    rateLimits: derive(secret, 'rate-limits'),
    library: all.map((one) => derive(one, 'better-auth')),
  };
}
