import { eq } from 'drizzle-orm';
import { sessions, users, verifications } from '#api/db/schema/accounts.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { Session, SignIn } from '#contract/auth.ts';
import type { SignInResponse } from '#contract/security.ts';
import { AccountError, invalidCredentials } from './account-error.ts';
import { type AuthContext, minimumDurationMs, minute, type WithCookies } from './auth-context.ts';
import { withMinimumFailureDuration } from './minimum-duration.ts';
import { knownDevice } from './known-devices.ts';
import { ServerBusyError } from './limit-concurrency.ts';
import { codeCookieName, readSignedCookie } from './cookies.ts';
import { attempt } from './better-auth.ts';
import type { RequestMetadata } from './request-metadata.ts';
import { accessVersionOf, isStanding, completeSignIn } from './complete-sign-in.ts';

export function signingIn(desk: AuthContext) {
  const {
    orm,
    library,
    limiter,
    failures,
    transaction,
    record,
    tokenOf,
    headersOf,
    withCookies,
    setCookiesOf,
    settings,
  } = desk;
  const welcome = completeSignIn(desk);
  const codeCookie = codeCookieName(settings.siteUrl.startsWith('https:'));

  return {
    async signIn(visitor: RequestMetadata, { email, password }: SignIn): Promise<WithCookies<SignInResponse>> {
      const taken = await limiter
        .take('sign-in', {
          address: [visitor.address, 50, 5 * minute],
          account: [await whoTries(visitor, email), 10, 15 * minute],
        })
        .catch((error: unknown) => refuse(visitor, email, error));
      const accessVersion = await accessVersionOf(orm, email);
      const headers = headersOf({ ...visitor, cookies: undefined });
      const signedIn = await withMinimumFailureDuration(minimumDurationMs, () =>
        attempt(visitor, () =>
          library.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
        ).catch(async (error: unknown) => {
          if (error instanceof ServerBusyError) await taken.giveBackAccount();
          return refuse(visitor, email, error);
        }),
      );
      await taken.giveBack();
      if ('twoFactorRedirect' in signedIn.response) {
        // The library also forgets the session that this browser may have: it stays until there is another.
        const setCookies = setCookiesOf(signedIn.headers).filter((cookie) => cookie.startsWith(`${codeCookie}=`));
        await refuseRevoked(email, accessVersion, setCookies);
        return { value: { needsCode: true }, setCookies };
      }
      return welcome(visitor, {
        headers: signedIn.headers,
        user: signedIn.response.user,
        accessVersion,
        proof: 'password',
      });
    },

    /** Ends the session in the database first: a cookie that is only forgotten could still be used. */
    async signOut(visitor: RequestMetadata): Promise<WithCookies<void>> {
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

    async currentSession(
      visitor: RequestMetadata,
    ): Promise<WithCookies<Omit<NonNullable<Session>, 'currency'> | null>> {
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

  /** A browser that the login was used from has an allowance of its own: strangers who fail cannot lock its owner out. */
  async function whoTries({ cookies }: RequestMetadata, email: string): Promise<string> {
    const device = desk.device.given(cookies);
    const known = device === undefined ? undefined : await knownDevice(orm, email, device);
    return known === undefined ? email : `${email} ${known}`;
  }

  /** Access was revoked while the password was checked: the sign-in waits for no code. */
  async function refuseRevoked(email: string, accessVersion: number | undefined, setCookies: string[]): Promise<void> {
    const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
    if (user !== undefined && (await transaction(() => isStanding(orm, user.id, accessVersion)))) return;
    const identifier = readSignedCookie(setCookies[0]?.split(';')[0], codeCookie, [settings.keys.cookies]);
    await orm.delete(verifications).where(eq(verifications.identifier, identifier ?? ''));
    throw invalidCredentials;
  }

  async function refuse(visitor: RequestMetadata, email: string, error: unknown): Promise<never> {
    if (error instanceof AccountError) await failures.note(visitor, email, error.code);
    if (error instanceof RateLimitError && error.isFirst) await failures.noteBlocked(visitor, email);
    throw error;
  }
}
