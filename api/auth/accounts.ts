import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { inTransaction } from '#api/db/ambient.ts';
import type { Database } from '#api/db/connect.ts';
import { sessions, users, verifications } from '#api/db/schema/accounts.ts';
import { SignedOut } from '#api/db/tenant.ts';
import type { Log } from '#api/log.ts';
import type { Locale } from '#api/mail/mail.ts';
import { createRateLimiter } from '#api/services/rate-limit.ts';
import type { ChangePassword, OpenSessions, ResetPassword, Session, SignIn, SignUp, User } from '#contract/auth.ts';
import { AccountError, lostRace } from './account-error.ts';
import { failInEvenTime, inEvenTime } from './even-time.ts';
import { readSessionCookie, sessionCookieName } from './session-cookie.ts';
import { addressHeader, attempt, createSignInLibrary, type SignInSettings } from './sign-in-library.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** Who stands at the door: what a request tells of its sender. */
export interface Visitor {
  address: string;
  cookies: string | undefined;
  userAgent: string | undefined;
  locale: Locale;
}

export interface WithCookies<T> {
  value: T;
  setCookies: string[];
}

export type Accounts = ReturnType<typeof createAccounts>;

// Longer than a sign-in takes on a slow machine.
const evenTime = 400;
const minute = 60;
const hour = 60 * minute;

/** Sign-up, sign-in and all that a person does with a login. */
export function createAccounts(database: Database, settings: SignInSettings, log: Log) {
  const { orm } = database;
  const library = createSignInLibrary(database, settings, log);
  const limiter = createRateLimiter(database, settings.secret);
  const cookieName = sessionCookieName(settings.siteUrl.startsWith('https:'));

  const tokenOf = ({ cookies }: Visitor) => readSessionCookie(cookies, cookieName, settings.secret);
  const headersOf = ({ address, cookies, userAgent }: Visitor) =>
    new Headers({
      [addressHeader]: address,
      ...(cookies === undefined ? {} : { cookie: cookies }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, 500) }),
    });
  const withCookies = <T>(headers: Headers, value: T): WithCookies<T> => ({
    value,
    setCookies: headers.getSetCookie(),
  });

  return {
    tokenOf,

    /** The same answer in the same time whether or not the address has an account; a mail tells its owner. */
    async signUp(visitor: Visitor, { email, password }: SignUp): Promise<void> {
      refuseWeakPassword(password, email);
      await limiter.take('sign-up', { address: [visitor.address, 30, hour], account: [email, 10, hour] });
      const create = () =>
        attempt(visitor.locale, () => library.api.signUpEmail({ body: { name: email, email, password } }));
      await inEvenTime(evenTime, async () => {
        try {
          await create();
        } catch (error) {
          // It is told what it would be told a moment later: there is an account now.
          if (error !== lostRace) throw error;
          await create();
        }
      });
    },

    async signIn(visitor: Visitor, { email, password }: SignIn): Promise<WithCookies<User>> {
      const taken = await limiter.take('sign-in', {
        address: [visitor.address, 50, 5 * minute],
        account: [email, 10, 15 * minute],
      });
      const headers = headersOf({ ...visitor, cookies: undefined });
      const signedIn = await failInEvenTime(evenTime, () =>
        attempt(visitor.locale, () =>
          library.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
        ),
      );
      await taken.giveBack();
      const before = tokenOf(visitor);
      if (before !== undefined) await orm.delete(sessions).where(eq(sessions.token, before));
      const { id, email: address } = signedIn.response.user;
      return withCookies(signedIn.headers, { id, email: address });
    },

    /** Ends the session in the database first: a cookie that is only forgotten could still be used. */
    async signOut(visitor: Visitor): Promise<WithCookies<void>> {
      const token = tokenOf(visitor);
      if (token !== undefined) await orm.delete(sessions).where(eq(sessions.token, token));
      const { headers } = await library.api.signOut({ headers: new Headers(), returnHeaders: true });
      return withCookies(headers, undefined);
    },

    async currentSession(visitor: Visitor): Promise<WithCookies<Session>> {
      const { headers, response } = await attempt(visitor.locale, () =>
        library.api.getSession({ headers: headersOf(visitor), returnHeaders: true }),
      );
      if (response === null) return withCookies(headers, null);
      const { user, session } = response;
      return withCookies(headers, {
        user: { id: user.id, email: user.email },
        session: { expiresAt: session.expiresAt.toISOString() },
      });
    },

    async verifyEmail(token: string): Promise<void> {
      await attempt(undefined, () => library.api.verifyEmail({ query: { token } }));
    },

    async sendVerification(visitor: Visitor, email: string): Promise<void> {
      await limiter.take('mail', { address: [visitor.address, 30, hour], account: [email, 5, hour] });
      await inEvenTime(evenTime, () =>
        attempt(visitor.locale, () => library.api.sendVerificationEmail({ body: { email }, headers: new Headers() })),
      );
    },

    async requestPasswordReset(visitor: Visitor, email: string): Promise<void> {
      await limiter.take('mail', { address: [visitor.address, 30, hour], account: [email, 5, hour] });
      await inEvenTime(evenTime, () =>
        attempt(visitor.locale, () => inTransaction(orm, () => library.api.requestPasswordReset({ body: { email } }))),
      );
    },

    async resetPassword(visitor: Visitor, { token, newPassword }: ResetPassword): Promise<void> {
      await limiter.take('reset-password', { address: [visitor.address, 30, hour] });
      // Before the library: a refusal leaves the link as good as it was.
      refuseWeakPassword(newPassword, await emailOfReset(token));
      await attempt(visitor.locale, () =>
        inTransaction(orm, () => library.api.resetPassword({ body: { token, newPassword } })),
      );
    },

    /** Ends every other session; this one goes on under a new token. */
    async changePassword(
      visitor: Visitor,
      { currentPassword, newPassword }: ChangePassword,
    ): Promise<WithCookies<void>> {
      const { userId, email } = await userOf(visitor);
      refuseWeakPassword(newPassword, email);
      const taken = await limiter.take('change-password', {
        address: [visitor.address, 50, 15 * minute],
        account: [userId, 10, 15 * minute],
      });
      const { headers } = await attempt(visitor.locale, () =>
        inTransaction(orm, () =>
          library.api.changePassword({
            body: { currentPassword, newPassword, revokeOtherSessions: true },
            headers: headersOf(visitor),
            returnHeaders: true,
          }),
        ),
      );
      await taken.giveBack();
      return withCookies(headers, undefined);
    },

    async openSessions(visitor: Visitor): Promise<OpenSessions> {
      const { userId } = await userOf(visitor);
      const own = await orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
        .orderBy(desc(sessions.createdAt))
        .limit(100);
      const current = tokenOf(visitor);
      return {
        sessions: own.map(({ id, token, createdAt, expiresAt, ipAddress, userAgent }) => ({
          id,
          isCurrent: token === current,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          ipAddress: ipAddress || null,
          userAgent: userAgent || null,
        })),
      };
    },

    async endSession(visitor: Visitor, id: string): Promise<void> {
      const { userId } = await userOf(visitor);
      const ended = await orm.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
      if (ended.rowCount === 0) throw new AccountError('not_found', 'This session has already ended.');
    },
  };

  async function userOf(visitor: Visitor): Promise<{ userId: string; email: string }> {
    const token = tokenOf(visitor);
    if (token === undefined) throw new SignedOut('There is no session.');
    const [found] = await orm
      .select({ userId: sessions.userId, email: users.email })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
    if (found === undefined) throw new SignedOut('The session has ended.');
    return found;
  }

  // As the library keeps it. Whether the link is still good, the library says.
  async function emailOfReset(token: string): Promise<string | undefined> {
    const [found] = await orm
      .select({ email: users.email })
      .from(verifications)
      .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
      .where(eq(verifications.identifier, `reset-password:${token}`));
    return found?.email;
  }
}
