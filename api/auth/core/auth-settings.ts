import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { PortalLanguage } from '#contract/languages.ts';
import type { Locale } from '#api/mail/mail.ts';

// Seconds.
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A session ends when it was not used for so long; the database ends it 30 days after sign-in at the latest. */
export const sessionIdleSeconds = 7 * day;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

type SecretSettings = Pick<Settings, 'authSecret' | 'dataDir'>;

const secretFile = ({ dataDir }: SecretSettings) => join(dataDir, 'auth-secret');

/** The secret of the server, if it has one already. */
export const findAuthSecret = (settings: SecretSettings) => settings.authSecret ?? readSecret(secretFile(settings));

/** AUTH_SECRET, or a secret that is generated once and stored in the data folder. */
export function authSecret(settings: SecretSettings): string {
  const { dataDir, authSecret: configured } = settings;
  if (configured !== undefined) return configured;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return findAuthSecret(settings) ?? createSecret(secretFile(settings));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The data folder ${dataDir} cannot be used (${codeOf(error) ?? String(error)}): ` +
        'give it to the user that runs the server, or name another with DATA_DIR=/path/to/folder.',
    );
  }
}

function readSecret(file: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (secret.length < 32) {
    throw new OperatorError(
      `The file ${file} contains no valid secret: delete it to generate a new one (which ends all sessions).`,
    );
  }
  return secret;
}

// Written to another file and renamed: a second server that starts at the same time sees a complete secret or none.
function createSecret(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return readFileSync(file, 'utf8').trim();
}

export interface AuthSettings {
  siteUrl: string;
  keys: Keys;
  /** PORTAL_LANGUAGES; all by default. */
  languages?: readonly PortalLanguage[];
  /** Milliseconds from any origin: the clock of the in-memory limits. */
  now?: (() => number) | undefined;
  /** How long a response takes at least if it must not show whether an account exists. A sign-in on a slow machine is shorter. */
  minimumDurationMs?: number | undefined;
}

/** Request metadata used for auth: IP address, cookies, user agent, locale. */
export interface RequestMetadata {
  ipAddress: string;
  requestId: string;
  cookies: string | undefined;
  userAgent: string | undefined;
  locale: Locale;
  /** Undefined if the browser asks for none of ours: then nothing is stored. */
  language?: Locale | undefined;
  /** Aborted when the client disconnects. A function, because creating the signal is not free. */
  signal?: () => AbortSignal;
}

/** One key per purpose, derived from AUTH_SECRET: a value signed or encrypted for one purpose is invalid for any other. */
export interface Keys {
  /** Signs our cookies. The cookie's name is part of the signed text. */
  cookies: string;
  /** Sign the device cookie, newest first: known devices stay known when AUTH_SECRET is rotated. */
  devices: readonly string[];
  /** Hashes the IP addresses and users in rate limit keys. */
  rateLimits: string;
  /** Hashes the users in the log. */
  pseudonyms: string;
  /** Sign the challenges of public forms, newest first: one that was issued before AUTH_SECRET was rotated can still be solved. */
  leadProofs: readonly string[];
  /** Sign the links of the newsletter, newest first: those in mails that were sent before AUTH_SECRET was rotated still work. */
  newsletterLinks: readonly string[];
  /** Hash the email addresses that unsubscribed, newest first. */
  suppression: readonly string[];
  /** Encrypt the secrets of webhooks, newest first. */
  webhooks: readonly string[];
  /** Sign backups, newest first. */
  backups: readonly string[];
  /** Signs what the command `doctor` asks the server. */
  doctor: string;
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
    pseudonyms: derive(secret, 'log-pseudonyms'),
    leadProofs: all.map((one) => derive(one, 'lead-proofs')),
    newsletterLinks: all.map((one) => derive(one, 'newsletter-links')),
    suppression: all.map((one) => derive(one, 'newsletter-suppression')),
    webhooks: all.map((one) => derive(one, 'webhooks')),
    backups: all.map((one) => derive(one, 'backups')),
    doctor: derive(secret, 'doctor'),
    library: all.map((one) => derive(one, 'better-auth')),
  };
}
