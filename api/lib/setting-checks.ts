import { z } from 'zod';
import { OperatorError } from './errors.ts';
import { readHostPort } from './hosts.ts';
import { languages, portalLanguages } from '#contract/languages.ts';
import { deflateRawSync } from 'node:zlib';

/**
 * Whether a secret can have come from a generator. What compresses well repeats itself; a forgotten placeholder is in
 * docs/install.md for everybody to read.
 */
export const isStrongSecret = (secret: string) =>
  !/\s/.test(secret) &&
  !/openssl-rand/i.test(secret) &&
  new Set(secret).size >= 8 &&
  deflateRawSync(secret).length >= 26;

// What shells and npm set has no such first word.
const prefixes = [
  'DATABASE',
  'SMTP',
  'MAIL',
  'AUTH',
  'S3',
  'CLAMD',
  'PORTAL',
  'BACKUP',
  'TICKET',
  'DEMO',
  'SITE',
  'LEADS',
  'BOOKING',
  'METRICS',
  'ALERT',
];

/** One sentence for each variable that looks like a mistyped setting: it has no effect, and nothing else would say so. */
export function unknownSettings(variables: readonly string[], known: readonly string[]): string[] {
  const suspects = variables.filter((name) => /^[A-Z][A-Z\d_]+$/.test(name) && !known.includes(name)).toSorted();
  return suspects.flatMap((name) => {
    const [nearest] = known
      .map((one) => ({ one, distance: editDistance(name, one) }))
      .toSorted((a, b) => a.distance - b.distance);
    const hasPrefix = name.includes('_') && prefixes.includes(name.split('_', 1)[0] ?? '');
    // Short names are close to many others: HOSTS, PATH.
    const isTypo = nearest !== undefined && name.length >= 7 && nearest.distance <= 2;
    if (!hasPrefix && !isTypo) return [];
    return [`${name} is not a setting and has no effect. Is it meant to be ${nearest?.one}?`];
  });
}

/** Levenshtein. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [to, found] of Array.from(other).entries()) {
      const replaced = (row[to] ?? 0) + (letter === found ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const languagesRule = `must be languages separated by commas, each once, out of ${languages.join(', ')}: for example PORTAL_LANGUAGES=fr,en`;

/** `en,fr,ar` */
export const languageList = z
  .string()
  .transform((value) => value.split(','))
  .pipe(
    z
      .array(z.enum(portalLanguages, { error: languagesRule }))
      .refine((chosen) => new Set(chosen).size === chosen.length, languagesRule),
  )
  .default([...languages]);

/** Whether customers see how we assess their risk (product §2). */
export const riskVisibility = z
  .enum(['visible', 'hidden'], { error: 'must be visible or hidden, for example PORTAL_RISK=hidden' })
  .default('visible');

/** One email address, without a name. */
export const mailbox = (example: string) =>
  z
    .string()
    .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, `must be an email address, for example ${example}`)
    .optional();

const metricsRule = 'must be where metrics are read, for example METRICS=127.0.0.1:9464';

export const monitoringSettings = {
  // A port alone means loopback. Not set: nothing listens.
  METRICS: z
    .string()
    .transform((value) => readHostPort(/^\d+$/.test(value) ? `127.0.0.1:${value}` : value))
    .refine((target) => target !== undefined, metricsRule)
    .optional(),
  // The mailbox that learns of what is wrong with the service.
  ALERT_TO: mailbox('ALERT_TO=operations@example.com'),
  // A file, where the server cannot reach SITE_URL itself.
  TLS_CERTIFICATE: z
    .string()
    .regex(
      /^\//,
      'must be the path of a certificate, for example TLS_CERTIFICATE=/etc/letsencrypt/live/example.com/cert.pem',
    )
    .optional(),
  // Slower requests and statements are warnings in the log.
  LOG_SLOW_MS: z
    .string()
    .regex(/^\d{1,6}$/, 'must be milliseconds, for example LOG_SLOW_MS=1000, or 0 for none')
    .transform(Number)
    .default(1000),
};

/** LEADS and BOOKING are part of a build, which `npm start` makes again after a change. */
export const leadSettings = {
  // Whether the public forms deliver what visitors send, or send nothing.
  LEADS: z.enum(['off', 'deliver'], { error: 'must be off or deliver, for example LEADS=deliver' }).default('off'),
  // The mailbox that learns of leads.
  LEADS_TO: mailbox('LEADS_TO=contact@example.com'),
  // Whether visitors book appointments on the site instead of an external page.
  BOOKING: z.enum(['off', 'on'], { error: 'must be off or on, for example BOOKING=on' }).default('off'),
};

interface LeadEnvironment {
  LEADS: 'off' | 'deliver';
  LEADS_TO?: string | undefined;
  SUPPORT_TO?: string | undefined;
  BOOKING: 'off' | 'on';
}

/** `isBuild`: the machine that builds needs no mailbox. */
export function checkLeadSettings({ LEADS, LEADS_TO, SUPPORT_TO, BOOKING }: LeadEnvironment, isBuild: boolean): void {
  if (BOOKING === 'on' && LEADS !== 'deliver')
    throw new OperatorError('The setting BOOKING is "on": it needs LEADS=deliver, or must be BOOKING=off.');
  if (LEADS === 'deliver' && (LEADS_TO ?? SUPPORT_TO) === undefined && !isBuild)
    throw new OperatorError(
      'The setting LEADS_TO is missing: with LEADS=deliver, a mailbox learns of each request, for example LEADS_TO=contact@example.com.',
    );
}

type MailEnvironment = Partial<
  Record<'MAIL_IN' | 'MAIL_IN_KEY' | 'MAIL_IN_DOMAIN' | 'MAIL_IN_TICKETS' | 'MAIL_AUTHSERV_ID', string | undefined>
>;

/** What the settings of inbound mails need of each other. */
export function checkMailSettings(given: MailEnvironment): void {
  if (given.MAIL_IN_DOMAIN === undefined && (given.MAIL_IN ?? given.MAIL_IN_KEY) !== undefined)
    throw new OperatorError(
      'The setting MAIL_IN_DOMAIN is missing: mails are received for one domain, for example MAIL_IN_DOMAIN=support.example.com.',
    );
  if (given.MAIL_IN_TICKETS === 'members' && given.MAIL_AUTHSERV_ID === undefined)
    throw new OperatorError(
      'The setting MAIL_AUTHSERV_ID is missing: with MAIL_IN_TICKETS=members, mails open tickets in the name of their sender, ' +
        'which the mail server must have verified, for example MAIL_AUTHSERV_ID=mx.example.com.',
    );
}

const secretSettings = new Set<string>([
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'LISTEN_DATABASE_URL',
  'SMTP_URL',
  'S3_URL',
  'BACKUP_TO',
  'BACKUP_SCRATCH_URL',
  'MAIL_IN_KEY',
  'AUTH_SECRET',
  'AUTH_SECRET_BEFORE',
  'DEMO_PASSWORD',
]);

export const isSecretSetting = (name: string) => secretSettings.has(name);

/** A secret that was pasted into a setting that holds none. No message may repeat it. */
export function findPastedSecret(value: string): string | undefined {
  if (/AGE-SECRET-KEY-|PRIVATE KEY/i.test(value)) return 'a private key';
  if (/\/\/[^/\s]*:[^/\s]*@/.test(value)) return 'a URL with a password';
  // The output of openssl, and no path.
  return /^[\w+=-][\w+/=-]{31,}$/.test(value) && isStrongSecret(value) ? 'a value that looks like a secret' : undefined;
}

/** The value in quotes, or its kind where it is not shown. */
export function quoteValue(value: string): string {
  const secret = findPastedSecret(value);
  return secret === undefined ? `"${value}"` : `${secret}, which is not shown`;
}

/** The error about one setting, without its value where that is a secret. */
export function errorMessage(name: string, value: string | undefined, rule: string): string {
  const actual = value === undefined || isSecretSetting(name) ? 'is invalid' : `is ${quoteValue(value)}`;
  return `The setting ${name} ${actual}: it ${rule}.`;
}
