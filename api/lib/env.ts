import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from './errors.ts';

const integer = (from: number, to: number, example: string) => {
  const rule = `must be a whole number from ${from} to ${to}, for example ${example}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, rule)
    .transform(Number)
    .refine((value) => value >= from && value <= to, rule);
};

const urlOf = (protocols: readonly string[], rule: string) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), rule);

const isOrigin = (value: string) => {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.pathname === '/' && `${url.username}${url.password}` === '' && !/[?#]/.test(value);
};

const environmentSchema = z.object({
  // 0: the system chooses a free port.
  PORT: integer(0, 65_535, 'PORT=3000').default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be an IP address or host name without scheme or port, for example HOST=127.0.0.1')
    .default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must be the URL of a PostgreSQL database, for example DATABASE_URL=postgresql://user:password@127.0.0.1:5432/portal',
  ).optional(),
  MIGRATION_DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must be the URL of the same database with the login that owns it, for example MIGRATION_DATABASE_URL=postgresql://owner:password@127.0.0.1:5432/portal',
  ).optional(),
  SITE_URL: z
    .string()
    .refine(isOrigin, 'must be the URL of the site, without a path, for example SITE_URL=https://www.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  TRUST_PROXY: integer(0, 10, 'TRUST_PROXY=1 behind one reverse proxy').default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent, for example LOG_LEVEL=info',
    })
    .default('info'),
  SMTP_URL: urlOf(
    ['smtp:', 'smtps:'],
    'must be the URL of a mail server, for example SMTP_URL=smtp://user:password@mail.example.com:587',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be a sender, for example MAIL_FROM="Rempart Azur <contact@example.com>"',
    )
    .optional(),
  // The mailbox that learns of tickets nobody is assigned to.
  SUPPORT_TO: z
    .string()
    .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'must be an email address, for example SUPPORT_TO=support@example.com')
    .optional(),
  AUTH_SECRET: z
    .string()
    .min(32, 'must be at least 32 characters long, for example the output of `openssl rand -base64 32`')
    .optional(),
  AUTH_SECRET_BEFORE: z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .refine(
      (secrets) => secrets.every(({ length }) => length >= 32),
      'must be former values of AUTH_SECRET, of at least 32 characters each, separated by commas, the newest first',
    )
    .default([]),
  // product §9. Not imported from contract/limits.ts: `npm start` reads this file before anything is built.
  DEMO_PASSWORD: z
    .string()
    .min(6, 'must be 6 to 128 characters long, for example a sentence')
    .max(128, 'must be 6 to 128 characters long, for example a sentence')
    .optional(),
  TICKET_LIMIT: integer(0, 100_000, 'TICKET_LIMIT=60, or 0 for none').default(60),
  READ_LIMIT: integer(0, 100_000, 'READ_LIMIT=20, or 0 for none').default(20),
  // Files of tickets are in DATA_DIR/files unless this names a bucket.
  S3_URL: urlOf(
    ['http:', 'https:'],
    'must be the URL of a bucket with its access key, for example S3_URL=https://key:secret@s3.example.com/bucket?region=eu-west-3',
  )
    .refine((value) => {
      const url = URL.parse(value);
      return url !== null && url.username !== '' && url.password !== '' && url.pathname.length > 1;
    }, 'must be the URL of a bucket with its access key, for example S3_URL=https://key:secret@s3.example.com/bucket?region=eu-west-3')
    .optional(),
  CLAMD: z
    .string()
    .regex(
      /^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i,
      'must be host and port of a clamd, for example CLAMD=127.0.0.1:3310',
    )
    .optional(),
  MAIL_IN: z
    .string()
    .regex(
      /^lmtp:\/\/(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i,
      'must be where the mail server delivers replies, for example MAIL_IN=lmtp://127.0.0.1:2424',
    )
    .optional(),
  // For POST /api/mail/inbound; without it the route does not exist.
  MAIL_IN_KEY: z.string().min(32, 'must be at least 32 characters long').optional(),
  // Before the `+` of reply addresses comes `reply`; this is what follows the token.
  MAIL_IN_DOMAIN: z
    .string()
    .regex(
      /^[\w-]+(?:\.[\w-]+)+$/,
      'must be the domain of reply addresses, for example MAIL_IN_DOMAIN=support.example.com',
    )
    .optional(),
  MAIL_AUTHSERV_ID: z
    .string()
    .regex(
      /^[\w.-]+$/,
      'must be the name with which the mail server begins its Authentication-Results, for example MAIL_AUTHSERV_ID=mx.example.com',
    )
    .optional(),
  // Of all amounts, in the portal, exports and mails.
  PORTAL_CURRENCY: z
    .string()
    .refine(
      (code) => Intl.supportedValuesOf('currency').includes(code),
      'must be a currency code (ISO 4217, three capital letters), for example PORTAL_CURRENCY=EUR',
    )
    .default('USD'),
});

type Environment = z.infer<typeof environmentSchema>;

const secretSettings = new Set<string>([
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SMTP_URL',
  'S3_URL',
  'MAIL_IN_KEY',
  'AUTH_SECRET',
  'AUTH_SECRET_BEFORE',
  'DEMO_PASSWORD',
]);

function errorMessage(name: string, value: string | undefined, rule: string): string {
  const actual = value === undefined || secretSettings.has(name) ? 'is invalid' : `is "${value}"`;
  return `The setting ${name} ${actual}: it ${rule}.`;
}

const toSettings = (environment: Environment) => ({
  port: environment.PORT,
  host: environment.HOST,
  dataDir: environment.DATA_DIR,
  databaseUrl: environment.DATABASE_URL,
  migrationDatabaseUrl: environment.MIGRATION_DATABASE_URL,
  siteUrl: environment.SITE_URL ?? localOrigin(environment.PORT),
  isSiteUrlGiven: environment.SITE_URL !== undefined,
  trustProxy: environment.TRUST_PROXY,
  logLevel: environment.LOG_LEVEL,
  smtpUrl: environment.SMTP_URL,
  mailFrom: environment.MAIL_FROM,
  supportTo: environment.SUPPORT_TO,
  authSecret: environment.AUTH_SECRET,
  secretsBefore: environment.AUTH_SECRET_BEFORE,
  demoPassword: environment.DEMO_PASSWORD,
  ticketLimit: environment.TICKET_LIMIT,
  readLimit: environment.READ_LIMIT,
  currency: environment.PORTAL_CURRENCY,
  s3Url: environment.S3_URL,
  clamd: environment.CLAMD,
  mailIn: environment.MAIL_IN,
  mailInKey: environment.MAIL_IN_KEY,
  mailInDomain: environment.MAIL_IN_DOMAIN,
  mailAuthservId: environment.MAIL_AUTHSERV_ID,
});

export type Settings = Readonly<ReturnType<typeof toSettings>>;

/** The database, and the login that owns it where that is not the one that serves. */
export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Settings, 'migrationDatabaseUrl'>>;
const localOrigin = (port: number) => `http://localhost:${port}`;

/** The settings with the port that the system chose for PORT=0. */
export const withPort = (settings: Settings, port: number): Settings => ({
  ...settings,
  port,
  siteUrl: settings.isSiteUrlGiven ? settings.siteUrl : localOrigin(port),
});

/** `needsSecret: false` is for the command line, which signs no sessions. */
export function readSettings(source: NodeJS.ProcessEnv = process.env, { needsSecret = true } = {}): Settings {
  // `PORT= npm start` means "not set".
  const variables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  // Would suggest that the public forms deliver something.
  if (variables['LEADS'] !== undefined) throw new OperatorError('The setting LEADS does nothing yet: remove it.');
  const result = environmentSchema.safeParse(variables);
  if (!result.success) {
    const issue = result.error.issues[0];
    const name = String(issue?.path[0]);
    throw new OperatorError(errorMessage(name, variables[name], issue?.message ?? 'must be changed'));
  }
  if (result.data.MIGRATION_DATABASE_URL !== undefined && result.data.DATABASE_URL === undefined) {
    throw new OperatorError(
      'The setting DATABASE_URL is missing: it is needed beside MIGRATION_DATABASE_URL, as the login that serves requests.',
    );
  }
  if (needsSecret && result.data.DATABASE_URL !== undefined && result.data.AUTH_SECRET === undefined) {
    throw new OperatorError(
      'The setting AUTH_SECRET is missing: with DATABASE_URL all instances must share one, ' +
        'for example the output of `openssl rand -base64 32`.',
    );
  }
  return toSettings(result.data);
}

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
      `The site is public and lacks facts that the law or its readers require: fill in ${unfilled.join(', ')} in content/site.ts and build again.`,
    );
  return warnings;
}

const loopback = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;
export const isLoopback = (host: string) => loopback.test(host);

// Hosts that strangers can neither reach nor intercept, as far as the name tells: trials at home or in an office need no TLS.
const privateIp = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:f[cd]|fe[89ab]))/;
const privateName = /^[^.]+$|\.(?:local|lan|home|internal)$/;
const isPrivate = (host: string) =>
  isLoopback(host) || privateIp.test(host) || (!isIPv4(host) && !host.startsWith('[') && privateName.test(host));

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
