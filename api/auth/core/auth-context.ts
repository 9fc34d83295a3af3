import type { Database } from '#api/db/connect.ts';
import { type RateLimiter, createRateLimiter } from '#api/db/rate-limit.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import type { Log } from '#api/lib/log.ts';
import { createTokenBucket } from '#api/lib/memory-limits.ts';
import { type AccountNews, type Mail, siteLinks } from '#api/mail/mail.ts';
import { type SendMail, enqueueMail, limitMail } from '#api/mail/queue.ts';
import type { AuthSettings, Keys, RequestMetadata } from './auth-settings.ts';
import { type BetterAuth, type StartHash, createBetterAuth } from './better-auth.ts';
import { toBrowserCookies } from './cookies.ts';
import { languages as allLanguages, type PortalLanguage } from '#contract/languages.ts';
import { ServerBusyError } from '#api/lib/errors.ts';

/** Shared dependencies of the account operations: database, better-auth, rate limiter, mail, keys. */
export interface AuthContext {
  orm: Orm;
  betterAuth: BetterAuth;
  limiter: RateLimiter;
  /** For mails that anybody can cause; limited per mailbox. */
  sendMail: SendMail;
  startHash: StartHash;
  links: ReturnType<typeof siteLinks>;
  siteUrl: string;
  isHttps: boolean;
  keys: Keys;
  minimumDurationMs: number;
  /** Those that a user can choose; the first is the default. */
  languages: readonly PortalLanguage[];
}

export function createAuthContext(database: Database, settings: AuthSettings, log: Log): AuthContext {
  const { siteUrl, keys, languages = allLanguages, now, minimumDurationMs = 400 } = settings;
  const { orm } = database;
  const limiter = createRateLimiter(database, keys.rateLimits, { now });
  const sendMail = limitMail(orm, limiter, log);
  // For all users together: attackers can rent any number of networks, but the machine has few cores. Normal use stays far
  // below it.
  const hashes = createTokenBucket({ perSecond: 30, burst: 150, now });
  const startHash: StartHash = (request) => {
    if (hashes.consume('hash') > 0) throw new ServerBusyError();
    return request?.signal?.();
  };
  return {
    orm,
    betterAuth: createBetterAuth(database, settings, log, { sendMail, startHash }),
    limiter,
    sendMail,
    startHash,
    links: siteLinks(siteUrl),
    siteUrl,
    isHttps: siteUrl.startsWith('https:'),
    keys,
    languages,
    minimumDurationMs,
  };
}

export interface WithCookies<T> {
  value: T;
  setCookies: string[];
}

export const withCookies = <T>(ctx: AuthContext, headers: Headers, value: T): WithCookies<T> => ({
  value,
  setCookies: toBrowserCookies(ctx, headers),
});

/** Tells the owner of an account what happened to it, so that they can act if it was somebody else. */
export async function notifyOwner(
  { orm, links }: AuthContext,
  { locale }: RequestMetadata,
  recipient: string,
  template: AccountNews | 'new-device' | 'code-failures',
  data: Record<string, string> = {},
): Promise<void> {
  const all = { link: links.security, resetLink: links.forgotPassword, ...data };
  await enqueueMail(orm, { template, recipient, locale, data: all } as Mail);
}

/** For somebody who signs up with, or changes to, the email address of an existing account. */
export async function notifyExistingOwner(
  { sendMail, links }: AuthContext,
  { locale }: RequestMetadata,
  recipient: string,
): Promise<void> {
  const data = { signInLink: links.signIn, resetLink: links.forgotPassword };
  await sendMail({ template: 'account-exists', recipient, locale, data });
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The duration of a response would show whether an email address has an account, so the response is delayed until a fixed
 * time after the start: longer than the work takes unless the machine is overloaded. No database connection is held
 * meanwhile.
 */
export async function withMinimumDuration<T>(
  { minimumDurationMs }: Pick<AuthContext, 'minimumDurationMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const [result] = await Promise.allSettled([work(), wait(minimumDurationMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Delays failures only: a success shows by itself that there is an account. */
export async function withMinimumFailureDuration<T>(
  { minimumDurationMs }: Pick<AuthContext, 'minimumDurationMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const minimum = wait(minimumDurationMs);
  try {
    return await work();
  } catch (error) {
    await minimum;
    throw error;
  }
}
