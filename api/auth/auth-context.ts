import type { Database } from '#api/db/connect.ts';
import { createRateLimiter, type RateLimiter } from '#api/db/rate-limit.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import type { Log } from '#api/lib/log.ts';
import { createTokenBucket } from '#api/lib/memory-limits.ts';
import { enqueueMail, limitMail, type SendMail } from '#api/mail/queue.ts';
import { type AccountNews, type Mail, siteLinks } from '#api/mail/mail.ts';
import type { AuthSettings, Keys, RequestMetadata } from './auth-settings.ts';
import { type BetterAuth, createBetterAuth, type StartHash } from './better-auth.ts';
import { toBrowserCookies } from './cookies.ts';
import { ServerBusyError } from './limit-concurrency.ts';

// Seconds.
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

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
}

export function createAuthContext(database: Database, settings: AuthSettings, log: Log): AuthContext {
  const { siteUrl, keys, now } = settings;
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
