import { resolve } from 'node:path';
import { z } from 'zod';
import { backupSettings, readBackupSettings } from './backup-settings.ts';
import { checkDatabaseSettings, databaseSettings, hasPreparedStatements, urlOf } from './database-settings.ts';
import { OperatorError } from './errors.ts';
import { hostOf, isPrivate, isUnspecified, readHostPort } from './hosts.ts';
import {
  checkLeadSettings,
  checkMailSettings,
  errorMessage,
  isStrongSecret,
  languageList,
  leadSettings,
  mailbox,
  monitoringSettings,
  riskVisibility,
  unknownSettings,
} from './setting-checks.ts';

const integer = (from: number, to: number, example: string) => {
  const rule = `must be a whole number from ${from} to ${to}, for example ${example}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, rule)
    .transform(Number)
    .refine((value) => value >= from && value <= to, rule);
};

const matching = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule);
const checked = (isValid: (value: string) => boolean, rule: string) => z.string().refine(isValid, rule);

const isOrigin = (value: string) => {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  // URLs allow more in a host, such as a semicolon: the name is written into nginx's configuration.
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])$/.test(url.hostname)) return false;
  return url.pathname === '/' && `${url.username}${url.password}` === '' && !/[?#]/.test(value);
};

export const environmentSchema = z.object({
  // 0: the system chooses a free port.
  PORT: integer(0, 65_535, 'PORT=3000').default(3000),
  HOST: matching(
    /^[\w.:%-]+$/,
    'must be an IP address or host name without scheme or port, for example HOST=127.0.0.1',
  ).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  ...databaseSettings,
  SITE_URL: z
    .string()
    .refine(isOrigin, 'must be the URL of the site, without a path, for example SITE_URL=https://www.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  // Host and port of every instance, for the proxy that `rempart-azur nginx` configures.
  UPSTREAMS: z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .refine(
      (all) => all.every((one) => readHostPort(one) !== undefined && /^[\w.:[\]-]+$/.test(one)),
      'must be host and port of each instance, separated by commas, for example UPSTREAMS=127.0.0.1:3000,127.0.0.1:3001',
    )
    .optional(),
  // In seconds: so long /readyz fails before an instance stops, for a balancer that asks for it.
  STOP_DELAY: integer(0, 60, 'STOP_DELAY=5').default(0),
  TRUST_PROXY: integer(0, 10, 'TRUST_PROXY=1 behind one reverse proxy').default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent, for example LOG_LEVEL=info',
    })
    .default('info'),
  // Not set: text on a terminal, otherwise JSON.
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text, for example LOG_FORMAT=json' }).optional(),
  SMTP_URL: urlOf(
    ['smtp:', 'smtps:'],
    'must be the URL of a mail server, for example SMTP_URL=smtp://user:password@mail.example.com:587',
  )
    .refine(
      (value) => URL.parse(value)?.hostname !== '' && URL.parse(value)?.port !== '0',
      'must name a mail server, for example SMTP_URL=smtp://user:password@mail.example.com:587',
    )
    .optional(),
  MAIL_FROM: matching(
    /^(?:[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must be a sender, for example MAIL_FROM="Rempart Azur <contact@example.com>"',
  ).optional(),
  // The mailbox that learns of tickets nobody is assigned to.
  SUPPORT_TO: mailbox('SUPPORT_TO=support@example.com'),
  AUTH_SECRET: z
    .string()
    .min(32, 'must be at least 32 characters long, for example the output of `openssl rand -base64 32`')
    .refine(isStrongSecret, 'must be random and without spaces, for example the output of `openssl rand -base64 32`')
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
  // In MB, as the next two.
  UPLOAD_LIMIT: integer(0, 999_999, 'UPLOAD_LIMIT=500 (MB), or 0 for none').default(500),
  STORAGE_LIMIT: integer(0, 999_999, 'STORAGE_LIMIT=10000 (MB), or 0 for none').default(10_000),
  DISK_RESERVE: integer(0, 999_999, 'DISK_RESERVE=1000 (MB), or 0 for none').default(1000),
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
  CLAMD: checked(
    (value) => readHostPort(value) !== undefined,
    'must be host and port of a clamd, for example CLAMD=127.0.0.1:3310',
  ).optional(),
  MAIL_IN: z
    .string()
    .refine(
      (value) => /^lmtp:\/\//i.test(value) && readHostPort(value.slice(7)) !== undefined,
      'must be where the mail server delivers replies, for example MAIL_IN=lmtp://127.0.0.1:2424',
    )
    .refine(
      (value) => isPrivate(hostOf(value)) || isUnspecified(hostOf(value)),
      'must be on loopback or in a private network, as LMTP has no authentication, for example MAIL_IN=lmtp://127.0.0.1:2424',
    )
    .optional(),
  // For POST /api/mail/inbound; without it the route does not exist.
  MAIL_IN_KEY: z.string().min(32, 'must be at least 32 characters long').optional(),
  // Before the `+` of reply addresses comes `reply`; this is what follows the token.
  MAIL_IN_DOMAIN: matching(
    /^[\w-]+(?:\.[\w-]+)+$/,
    'must be the domain of reply addresses, for example MAIL_IN_DOMAIN=support.example.com',
  ).optional(),
  // Local parts of that domain that receive mails beside reply addresses.
  MAIL_IN_ADDRESSES: z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim().toLowerCase()))
    .refine(
      (parts) => parts.every((one) => /^[\w.+-]{1,64}$/.test(one)),
      'must be what is in front of the @ of email addresses, separated by commas, for example MAIL_IN_ADDRESSES=support,contact',
    )
    .default(['support']),
  // Whether a new mail of a member opens a ticket; otherwise staff decide.
  MAIL_IN_TICKETS: z
    .enum(['off', 'members'], { error: 'must be off or members, for example MAIL_IN_TICKETS=members' })
    .default('off'),
  MAIL_AUTHSERV_ID: matching(
    /^[\w.-]+$/,
    'must be the name with which the mail server begins its Authentication-Results, for example MAIL_AUTHSERV_ID=mx.example.com',
  ).optional(),
  // Facts of the company, which api/lib/company.ts reads.
  COMPANY_FILE: z.string().optional(),
  // A trial or a demonstration on a public URL: the server starts although legal facts of the company are missing.
  ALLOW_PLACEHOLDERS: z
    .enum(['yes', 'no'], { error: 'must be yes or no, for example ALLOW_PLACEHOLDERS=yes' })
    .default('no'),
  // The currency of all amounts, in the portal, exports and mails.
  PORTAL_CURRENCY: checked(
    (code) => Intl.supportedValuesOf('currency').includes(code),
    'must be a currency code (ISO 4217, three capital letters), for example PORTAL_CURRENCY=EUR',
  ).default('USD'),
  // Whether customers are reminded of invoices.
  INVOICE_REMINDERS: z
    .enum(['on', 'off'], { error: 'must be on or off, for example INVOICE_REMINDERS=on' })
    .default('off'),
  // Days from the due date: before it, on it, and when overdue.
  INVOICE_REMINDER_DAYS: z
    .string()
    .regex(
      /^-?\d{1,3}(?:,-?\d{1,3}){0,5}$/,
      'must be up to six days from the due date, separated by commas, for example INVOICE_REMINDER_DAYS=-7,0,8,30',
    )
    .transform((value) => value.split(',').map(Number))
    .refine(
      (days) => days.every((day) => day >= -60 && day <= 365),
      'must be days from -60 to 365, for example INVOICE_REMINDER_DAYS=-7,0,8,30',
    )
    .default([-7, 0, 8, 30]),
  ...monitoringSettings,
  ...backupSettings,
  // What customers can choose; the first is the default.
  PORTAL_LANGUAGES: languageList,
  PORTAL_RISK: riskVisibility,
  ...leadSettings,
});

type Environment = z.infer<typeof environmentSchema>;

const toSettings = (environment: Environment) => ({
  port: environment.PORT,
  host: environment.HOST,
  dataDir: environment.DATA_DIR,
  databaseUrl: environment.DATABASE_URL,
  migrationDatabaseUrl: environment.MIGRATION_DATABASE_URL,
  listenDatabaseUrl: environment.LISTEN_DATABASE_URL,
  hasPreparedStatements: hasPreparedStatements(environment),
  siteUrl: environment.SITE_URL ?? localOrigin(environment.PORT),
  isSiteUrlGiven: environment.SITE_URL !== undefined,
  upstreams: environment.UPSTREAMS ?? [`127.0.0.1:${environment.PORT}`],
  stopDelay: environment.STOP_DELAY,
  trustProxy: environment.TRUST_PROXY,
  logLevel: environment.LOG_LEVEL,
  logFormat: environment.LOG_FORMAT,
  smtpUrl: environment.SMTP_URL,
  mailFrom: environment.MAIL_FROM,
  supportTo: environment.SUPPORT_TO,
  leads: environment.LEADS,
  leadsTo: environment.LEADS_TO ?? environment.SUPPORT_TO,
  hasBooking: environment.BOOKING === 'on',
  authSecret: environment.AUTH_SECRET,
  secretsBefore: environment.AUTH_SECRET_BEFORE,
  demoPassword: environment.DEMO_PASSWORD,
  ticketLimit: environment.TICKET_LIMIT,
  uploadLimit: environment.UPLOAD_LIMIT,
  storageLimit: environment.STORAGE_LIMIT,
  diskReserve: environment.DISK_RESERVE,
  readLimit: environment.READ_LIMIT,
  currency: environment.PORTAL_CURRENCY,
  languages: environment.PORTAL_LANGUAGES,
  isRiskHidden: environment.PORTAL_RISK === 'hidden',
  hasReminders: environment.INVOICE_REMINDERS === 'on',
  reminderDays: environment.INVOICE_REMINDER_DAYS,
  s3Url: environment.S3_URL,
  clamd: environment.CLAMD,
  mailIn: environment.MAIL_IN,
  mailInKey: environment.MAIL_IN_KEY,
  mailInDomain: environment.MAIL_IN_DOMAIN,
  mailInAddresses: environment.MAIL_IN_ADDRESSES,
  mailInTickets: environment.MAIL_IN_TICKETS,
  mailAuthservId: environment.MAIL_AUTHSERV_ID,
  metrics: environment.METRICS,
  alertTo: environment.ALERT_TO,
  tlsCertificate: environment.TLS_CERTIFICATE,
  slowMs: environment.LOG_SLOW_MS,
  ...readBackupSettings(environment),
  allowsPlaceholders: environment.ALLOW_PLACEHOLDERS === 'yes',
  // Demo users on a public site would be open to anyone who reads the log.
  hasDemo: environment.SITE_URL?.startsWith('https:') !== true,
});

export type Settings = Readonly<ReturnType<typeof toSettings>>;

/** The database, and the login that owns it where that is not the one that serves. */
export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Settings, 'migrationDatabaseUrl' | 'listenDatabaseUrl' | 'hasPreparedStatements'>>;
const localOrigin = (port: number) => `http://localhost:${port}`;

/** The settings with the port that the system chose for PORT=0. */
export const withPort = (settings: Settings, port: number): Settings => ({
  ...settings,
  port,
  siteUrl: settings.isSiteUrlGiven ? settings.siteUrl : localOrigin(port),
});

/** `needsSecret: false` is for the command line, which signs no sessions; `isBuild` is for a build, which serves nobody. */
export function readSettings(
  source: NodeJS.ProcessEnv = process.env,
  { needsSecret = true, isBuild = false } = {},
): Settings {
  // `PORT= npm start` means "not set".
  const variables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const isEmbedded = variables['DATABASE_URL'] === 'embedded';
  if (isEmbedded) delete variables['DATABASE_URL'];
  const result = environmentSchema.safeParse(variables);
  if (!result.success) {
    const issue = result.error.issues[0];
    const name = String(issue?.path[0]);
    throw new OperatorError(errorMessage(name, variables[name], issue?.message ?? 'must be changed'));
  }
  checkDatabaseSettings(result.data, { isEmbedded, needsSecret });
  checkMailSettings(result.data);
  checkLeadSettings(result.data, isBuild);
  return toSettings(result.data);
}

/** About variables that look like settings and are none. */
export const unknownSettingWarnings = (source: NodeJS.ProcessEnv = process.env) =>
  unknownSettings(Object.keys(source), Object.keys(environmentSchema.shape));

/** For the command line, which shows settings that are invalid, and who calls it. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;

/** The file of the company's facts. Modules read it while they load (api/lib/company.ts), before there are settings. */
export const companyFilePath = process.env['COMPANY_FILE'] || undefined;

/** What systemd tells a unit of Type=notify. */
export const notifyEnvironment: Partial<Record<'NOTIFY_SOCKET' | 'WATCHDOG_USEC' | 'PATH', string>> = process.env;

/** Whether this process serves others: the unit of systemd started it, or a deployment that says so. */
export const isService = process.env['NODE_ENV'] === 'production' || process.env['NOTIFY_SOCKET'] !== undefined;
