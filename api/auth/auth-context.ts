import { randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { AuditEvent } from '#api/db/audit-events.ts';
import { failedSignIns } from './failed-sign-ins.ts';
import { recordEvent } from '#api/db/audit-log.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import type { Database } from '#api/db/connect.ts';
import { sessions, users } from '#api/db/schema/accounts.ts';
import { SessionExpiredError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import { enqueueMail, limitMail } from '#api/mail/queue.ts';
import type { AccountNews, Mail } from '#api/mail/mail.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { confirmedMinutes } from '#contract/security.ts';
import { confirmationNeeded } from './account-error.ts';
import { createTokenBucket, ServerBusyError } from './limit-concurrency.ts';
import { deviceCookie, deviceHash } from './known-devices.ts';
import { revokeAccess } from './revoke-access.ts';
import { libraryCookies, readSignedCookie, sessionCookieName, signCookie, writeCookie } from './cookies.ts';
import { addressHeader, createBetterAuth, type AuthSettings, type StartHash } from './better-auth.ts';
import type { RequestMetadata } from './request-metadata.ts';

export interface WithCookies<T> {
  value: T;
  setCookies: string[];
}

export interface SignedInUser {
  userId: string;
  email: string;
  signedInAt: Date;
  hasTotp: boolean;
}

// Longer than a sign-in takes on a slow machine.
export const minimumDurationMs = 400;
export const minute = 60;
export const hour = 60 * minute;

const mostChanges = 100;
const pairOf = (cookie: string) => cookie.split(';')[0];

/** By the database's clock, which set it. */
export const isConfirmed = () =>
  sql<boolean>`${sessions.authenticatedAt} > now() - make_interval(mins => ${confirmedMinutes})`;

export type AuthContext = ReturnType<typeof createAuthContext>;

/** What all that a person does with a login needs: the library, the limits, the record, and who is asking. */
export function createAuthContext(database: Database, settings: AuthSettings, log: Log) {
  const { orm } = database;
  const limiter = createRateLimiter(database, settings.keys.rateLimits, { now: settings.now });
  const sendMail = limitMail(orm, limiter, log);
  // Attackers can rent any number of networks, but we have only so many cores. People who sign in come nowhere near it.
  const takeHash = createTokenBucket(30, 150, settings.now);
  const startHash: StartHash = (visitor) => {
    if (!takeHash()) throw new ServerBusyError();
    return visitor?.signal?.();
  };
  const isHttps = settings.siteUrl.startsWith('https:');
  const device = deviceCookie(isHttps, settings.keys.devices);
  const cookieName = sessionCookieName(isHttps);
  const { toBrowser, toLibrary } = libraryCookies(isHttps, settings.keys);
  const tokenOf = ({ cookies }: Pick<RequestMetadata, 'cookies'>) =>
    readSignedCookie(cookies, cookieName, [settings.keys.cookies]);

  /** The token of the session that the library has made. */
  const tokenIn = (headers: Headers) => tokenOf({ cookies: toBrowser(headers).map(pairOf).join('; ') });

  /** Each leaves rows that are kept: more than anybody changes by hand. */
  const consumeChangeQuota = (userId: string) => limiter.take('change', { account: [userId, mostChanges, hour] });

  const userOf = async (visitor: RequestMetadata) => {
    const token = tokenOf(visitor);
    if (token === undefined) throw new SessionExpiredError('There is no session.');
    const [found] = await orm
      .select({
        userId: sessions.userId,
        email: users.email,
        hasTotp: users.twoFactorEnabled,
        signedInAt: sessions.signedInAt,
        isConfirmed: isConfirmed(),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
    if (found === undefined) throw new SessionExpiredError('The session has ended.');
    return found;
  };

  /** Whose session it is, if it has not ended. */
  const ownerOf = async (token: string): Promise<string | undefined> => {
    const [found] = await orm
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
    return found?.userId;
  };

  return {
    orm,
    ownerOf,
    settings,
    limiter,
    tokenOf,
    tokenIn,
    device,
    /** The cookies that the library has set, for the browser. */
    setCookiesOf: toBrowser,
    withCookies: <T>(headers: Headers, value: T): WithCookies<T> => ({ value, setCookies: toBrowser(headers) }),

    /** A session that the library has put in place of another is as old as the other. */
    preserveSessionAge: async (headers: Headers, { signedInAt }: Pick<SignedInUser, 'signedInAt'>): Promise<void> => {
      const token = tokenIn(headers);
      if (token !== undefined) await orm.update(sessions).set({ signedInAt }).where(eq(sessions.token, token));
    },

    /** Who is asking was shown anew: the session goes on under another token, and the one before opens nothing. */
    renew: async (visitor: RequestMetadata): Promise<string[]> => {
      const token = randomBytes(24).toString('base64url');
      const [renewed] = await orm
        .update(sessions)
        .set({ token, authenticatedAt: sql`now()` })
        .where(and(eq(sessions.token, tokenOf(visitor) ?? ''), gt(sessions.expiresAt, new Date())))
        .returning({ expiresAt: sessions.expiresAt });
      if (renewed === undefined) throw new SessionExpiredError('The session has ended.');
      const seconds = Math.ceil((renewed.expiresAt.getTime() - Date.now()) / 1000);
      return [writeCookie(signCookie(cookieName, token, settings.keys.cookies), seconds, isHttps)];
    },

    sendMail,
    startHash,
    library: createBetterAuth(database, settings, log, { sendMail, startHash }),
    failures: failedSignIns(database, limiter),

    /** Ends all access to the account but this browser's, which has just shown who it is. `headers` renew its session. */
    revokeOthers: (
      visitor: RequestMetadata,
      reason: Pick<AuditEvent, 'event' | 'entity' | 'details'> & { userId: string },
      headers: Headers = new Headers(),
    ) => {
      const given = device.given(visitor.cookies);
      return revokeAccess(
        orm,
        { ...reason, actor: 'user' },
        {
          trace: visitor,
          keep: {
            sessionToken: tokenIn(headers) ?? tokenOf(visitor),
            deviceHash: given === undefined ? undefined : deviceHash(given),
          },
        },
      );
    },
    /** Tells the owner of an account what was done to it, so that they can act if it was not them. */
    tellOwner: (
      { locale }: RequestMetadata,
      recipient: string,
      template: AccountNews,
      more: Record<string, string> = {},
    ) => {
      const links = {
        link: `${settings.siteUrl}/customer-portal/security`,
        resetLink: `${settings.siteUrl}/customer-auth?view=forgot`,
      };
      return enqueueMail(orm, { template, recipient, locale, data: { ...links, ...more } } as Mail);
    },

    transaction: <T>(work: () => Promise<T>) => inTransaction(orm, work),
    record: (visitor: RequestMetadata, event: AuditEvent) => recordEvent(orm, event, visitor),

    headersOf: ({ address, cookies, userAgent }: RequestMetadata) =>
      new Headers({
        [addressHeader]: address,
        cookie: toLibrary(cookies),
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, 500) }),
      }),

    consumeChangeQuota,
    userOf,
    /** Refuses whoever has not given a password or a passkey for a while: a session may have been left open, or stolen. */
    requireConfirmedUser: async (visitor: RequestMetadata): Promise<SignedInUser> => {
      const user = await userOf(visitor);
      if (!user.isConfirmed) throw confirmationNeeded;
      await consumeChangeQuota(user.userId);
      return user;
    },
  };
}
