import { eq } from 'drizzle-orm';
import { sessions } from '#api/db/schema/accounts.ts';
import { TooManyAttempts } from '#api/services/rate-limit.ts';
import type { Session, SignIn, User } from '#contract/auth.ts';
import { AccountError } from './account-error.ts';
import { type Desk, evenTime, minute, type WithCookies, withCookies } from './desk.ts';
import { failInEvenTime } from './even-time.ts';
import { attempt } from './sign-in-library.ts';
import type { Visitor } from './visitor.ts';

export function signingIn(desk: Desk) {
  const { orm, library, limiter, failures, transaction, record, tokenOf, headersOf } = desk;

  return {
    async signIn(visitor: Visitor, { email, password }: SignIn): Promise<WithCookies<User>> {
      const taken = await limiter
        .take('sign-in', { address: [visitor.address, 50, 5 * minute], account: [email, 10, 15 * minute] })
        .catch((error: unknown) => refuse(visitor, email, error));
      const headers = headersOf({ ...visitor, cookies: undefined });
      const signedIn = await failInEvenTime(evenTime, () =>
        attempt(visitor, () =>
          library.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
        ).catch((error: unknown) => refuse(visitor, email, error)),
      );
      await taken.giveBack();
      const { id, email: address } = signedIn.response.user;
      await transaction(async () => {
        const before = tokenOf(visitor);
        if (before !== undefined) await orm.delete(sessions).where(eq(sessions.token, before));
        await record(visitor, { event: 'sign_in.done', actor: 'user', userId: id, details: { with: 'password' } });
      });
      return withCookies(signedIn.headers, { id, email: address });
    },

    /** Ends the session in the database first: a cookie that is only forgotten could still be used. */
    async signOut(visitor: Visitor): Promise<WithCookies<void>> {
      const token = tokenOf(visitor);
      if (token !== undefined) {
        await transaction(async () => {
          const [ended] = await orm
            .delete(sessions)
            .where(eq(sessions.token, token))
            .returning({ userId: sessions.userId });
          if (ended !== undefined)
            await record(visitor, { event: 'sign_out.done', actor: 'user', userId: ended.userId });
        });
      }
      const { headers } = await library.api.signOut({ headers: new Headers(), returnHeaders: true });
      return withCookies(headers, undefined);
    },

    async currentSession(visitor: Visitor): Promise<WithCookies<Session>> {
      const { headers, response } = await attempt(visitor, () =>
        library.api.getSession({ headers: headersOf(visitor), returnHeaders: true }),
      );
      if (response === null) return withCookies(headers, null);
      const { user, session } = response;
      return withCookies(headers, {
        user: { id: user.id, email: user.email },
        session: { expiresAt: session.expiresAt.toISOString() },
      });
    },
  };

  async function refuse(visitor: Visitor, email: string, error: unknown): Promise<never> {
    if (error instanceof AccountError) await failures.note(visitor, email, error.code);
    if (error instanceof TooManyAttempts && error.isFirst) await failures.noteBlocked(visitor, email);
    throw error;
  }
}
