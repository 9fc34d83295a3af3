import { isIPv4 } from 'node:net';
import type { Settings } from './env.ts';

type Warned = Pick<Settings, 'siteUrl' | 'isSiteUrlGiven' | 'databaseUrl'>;

/** Warnings for the operator before the site is public. `unfilled` names facts that the build lacks. */
export function startWarnings({ siteUrl, isSiteUrlGiven, databaseUrl }: Warned, unfilled: readonly string[]): string[] {
  const warnings: string[] = [];
  if (!isSiteUrlGiven && databaseUrl !== undefined)
    warnings.push(
      `SITE_URL is not set: pages and mails name ${siteUrl}. Set it to where visitors find the site, for example SITE_URL=https://www.example.com.`,
    );
  if (siteUrl.startsWith('https:') && unfilled.length > 0)
    warnings.push(
      `The site is public and its imprint (/mentions-legales) is not complete: fill in ${unfilled.join(', ')} in content/site.ts and build again.`,
    );
  return warnings;
}

const loopback = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;
export const isLoopback = (host: string) => loopback.test(host);

// Hosts that strangers can neither reach nor intercept, as far as the name tells: trials at home or in an office need no TLS.
const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:f[cd]|fe[89ab]))/;
const privateName = /^[^.]+$|\.(?:local|lan|home|internal)$/;
const isPrivate = (host: string) =>
  isLoopback(host) || privateAddress.test(host) || (!isIPv4(host) && !host.startsWith('[') && privateName.test(host));

// With each of these the driver checks the certificate.
const verifiedModes = ['require', 'verify-ca', 'verify-full'];

/** Warnings about connections that others could read. */
export function unencryptedConnections({
  siteUrl,
  databaseUrl,
  migrationDatabaseUrl,
}: Pick<Settings, 'siteUrl' | 'databaseUrl'> & Partial<Pick<Settings, 'migrationDatabaseUrl'>>): string[] {
  const warnings: string[] = [];
  const site = new URL(siteUrl);
  if (site.protocol === 'http:' && !isPrivate(site.hostname)) {
    warnings.push(
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
    if (!isLoopback(host) && !host.startsWith('/') && !verifiedModes.includes(mode)) {
      warnings.push(
        `${setting} names another machine without sslmode=verify-full: every record may travel unencrypted, or to somebody else.`,
      );
    }
  }
  return warnings;
}
