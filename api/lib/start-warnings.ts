import { factsFile } from './company.ts';
import type { Settings } from './env.ts';
import { OperatorError } from './errors.ts';
import { hostOf, isLoopback, isPrivate, isUnspecified } from './hosts.ts';

/** The law requires some facts of a public site.  */
export function requireLegalFacts(
  { siteUrl, allowsPlaceholders }: Pick<Settings, 'siteUrl' | 'allowsPlaceholders'>,
  missing: readonly string[],
): void {
  if (!siteUrl.startsWith('https:') || allowsPlaceholders || missing.length === 0) return;
  throw new OperatorError(
    `The site would be public at ${siteUrl} without facts that the law requires: fill in ${missing.join(', ')} in ${factsFile}; ` +
      'or set ALLOW_PLACEHOLDERS=yes for a demonstration.',
  );
}

type Switches = Pick<Settings, 'leads' | 'hasBooking'>;
const written = ({ leads, hasBooking }: Switches) => `LEADS=${leads} and BOOKING=${hasBooking ? 'on' : 'off'}`;

/** Pages whose forms send what the server does not take, or the other way round, would lose what visitors type. */
export function requireSameBuild(settings: Switches, built: Switches): void {
  if (settings.leads === built.leads && settings.hasBooking === built.hasBooking) return;
  throw new OperatorError(
    `The site was built with ${written(built)}, and the server has ${written(settings)}: build it again with the same settings ` +
      '(npm start does that), or give the server those of the build.',
  );
}

type Warned = Pick<Settings, 'siteUrl' | 'isSiteUrlGiven' | 'databaseUrl'> &
  Partial<Pick<Settings, 'mailIn' | 'metrics'>>;

/** Warnings for the operator before the site is public. */
export function startWarnings(
  { siteUrl, isSiteUrlGiven, databaseUrl, mailIn, metrics }: Warned,
  unfilled: readonly string[],
) {
  const warnings: string[] = [];
  if (!isSiteUrlGiven && databaseUrl !== undefined)
    warnings.push(
      `SITE_URL is not set: pages and mails name ${siteUrl}. Set it to where visitors find the site, for example SITE_URL=https://www.example.com.`,
    );
  if (siteUrl.startsWith('https:') && unfilled.length > 0)
    warnings.push(
      `The site is public and lacks facts that the law or its readers require: fill in ${unfilled.join(', ')} in ${factsFile}.`,
    );
  if (mailIn !== undefined && isUnspecified(hostOf(mailIn)))
    warnings.push(
      `MAIL_IN is ${mailIn}: every network of this machine can deliver mails, as LMTP has no authentication. Let only the mail server reach that port.`,
    );
  if (metrics !== undefined && !isPrivate(metrics.host.includes(':') ? `[${metrics.host}]` : metrics.host))
    warnings.push(
      `METRICS is ${metrics.host}:${metrics.port}: other machines can read how much the site is used and what fails. Let only Prometheus reach that port.`,
    );
  return warnings;
}

// With each of these the driver checks the certificate.
const verifiedModes = ['require', 'verify-ca', 'verify-full'];

/** Warnings about connections that others could read. */
export function unencryptedConnections({
  siteUrl,
  databaseUrl,
  migrationDatabaseUrl,
  listenDatabaseUrl,
}: Pick<Settings, 'siteUrl' | 'databaseUrl'> &
  Partial<Pick<Settings, 'migrationDatabaseUrl' | 'listenDatabaseUrl'>>): string[] {
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
    LISTEN_DATABASE_URL: listenDatabaseUrl,
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
