import { isIPv4 } from 'node:net';
import type { Settings } from './env.ts';

const loopback = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;
export const isLoopback = (host: string) => loopback.test(host);

// What no stranger can reach or sit between, as far as a name tells: trying out in a house or an office stays possible.
const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:f[cd]|fe[89ab]))/;
const privateName = /^[^.]+$|\.(?:local|lan|home|internal)$/;
const isPrivate = (host: string) =>
  isLoopback(host) || privateAddress.test(host) || (!isIPv4(host) && !host.startsWith('[') && privateName.test(host));

// The driver checks the certificate with each of these.
const checked = ['require', 'verify-ca', 'verify-full'];

/** What would travel where others can read it, in sentences for the operator. */
export function unencryptedConnections({
  siteUrl,
  databaseUrl,
  migrationDatabaseUrl,
}: Pick<Settings, 'siteUrl' | 'databaseUrl'> & Partial<Pick<Settings, 'migrationDatabaseUrl'>>): string[] {
  const sentences: string[] = [];
  const site = new URL(siteUrl);
  if (site.protocol === 'http:' && !isPrivate(site.hostname)) {
    sentences.push(
      `SITE_URL is ${siteUrl}: passwords and sessions travel unencrypted. Put a proxy with TLS in front and set SITE_URL=https://${site.host}.`,
    );
  }
  for (const [setting, value] of Object.entries({
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: migrationDatabaseUrl,
  })) {
    const database = value === undefined ? null : URL.parse(value);
    if (database === null) continue;
    const host = database.searchParams.get('host') ?? decodeURIComponent(database.hostname);
    const mode = database.searchParams.get('sslmode') ?? '';
    if (!isLoopback(host) && !host.startsWith('/') && !checked.includes(mode)) {
      sentences.push(
        `${setting} names another machine without sslmode=verify-full: every record may travel unencrypted, or to somebody else.`,
      );
    }
  }
  return sentences;
}
