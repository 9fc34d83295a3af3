import { eq } from 'drizzle-orm';
import { users, verifications } from '#api/db/schema/users.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { SignIn } from '#contract/auth.ts';
import type { SignInResponse } from '#contract/security.ts';
import { AccountError, invalidCredentials } from './account-error.ts';
import { type AuthContext, minute, type WithCookies } from './auth-context.ts';
import type { RequestMetadata } from './auth-settings.ts';
import { authHeaders, callAuth } from './better-auth.ts';
import { completeSignIn, getAccessVersion, isAccessUnchanged } from './complete-sign-in.ts';
import { asCookieHeader, readTwoFactorId, toBrowserCookies, twoFactorCookieName } from './cookies.ts';
import { recordBlockedSignIn, recordFailedSignIn } from './failed-sign-ins.ts';
import { findKnownDevice } from './known-devices.ts';
import { ServerBusyError } from './limit-concurrency.ts';
import { withMinimumFailureDuration } from './minimum-duration.ts';

export async function signIn(
  ctx: AuthContext,
  request: RequestMetadata,
  { email, password }: SignIn,
): Promise<WithCookies<SignInResponse>> {
  const { orm, betterAuth, limiter } = ctx;
  const attempt = await limiter
    .consume('sign-in', {
      ipAddress: [request.ipAddress, 50, 5 * minute],
      account: [await accountKey(ctx, request, email), 10, 15 * minute],
    })
    .catch((error: unknown) => recordAndRethrow(ctx, request, email, error));
  const accessVersion = await getAccessVersion(orm, email);
  const headers = authHeaders(ctx, { ...request, cookies: undefined });
  const signedIn = await withMinimumFailureDuration(() =>
    callAuth(request, () =>
      betterAuth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    ).catch(async (error: unknown) => {
      if (error instanceof ServerBusyError) await attempt.refundAccount();
      return recordAndRethrow(ctx, request, email, error);
    }),
  );
  await attempt.refund();
  if ('twoFactorRedirect' in signedIn.response) {
    // better-auth also clears the session cookie; an existing session stays until a new one replaces it.
    const setCookies = toBrowserCookies(ctx, signedIn.headers).filter((cookie) =>
      cookie.startsWith(`${twoFactorCookieName(ctx.isHttps)}=`),
    );
    await rejectRevoked(ctx, email, accessVersion, setCookies);
    return { value: { needsCode: true }, setCookies };
  }
  const { user } = signedIn.response;
  return completeSignIn(ctx, request, { headers: signedIn.headers, user, accessVersion, method: 'password' });
}

/** A browser that the user signed in from before has its own quota: failures elsewhere cannot lock its owner out. */
async function accountKey(ctx: AuthContext, { cookies }: RequestMetadata, email: string): Promise<string> {
  const known = await findKnownDevice(ctx, cookies, email);
  return known === undefined ? email : `${email} ${known}`;
}

/** If access was revoked while the password was verified, deletes the pending sign-in instead of asking for a code. */
async function rejectRevoked(
  ctx: AuthContext,
  email: string,
  accessVersion: number | undefined,
  setCookies: string[],
): Promise<void> {
  const { orm } = ctx;
  const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  if (user !== undefined && (await inTransaction(orm, () => isAccessUnchanged(orm, user.id, accessVersion)))) return;
  const identifier = readTwoFactorId(ctx, asCookieHeader(setCookies));
  await orm.delete(verifications).where(eq(verifications.identifier, identifier ?? ''));
  throw invalidCredentials;
}

async function recordAndRethrow(
  ctx: AuthContext,
  request: RequestMetadata,
  email: string,
  error: unknown,
): Promise<never> {
  if (error instanceof AccountError) await recordFailedSignIn(ctx, request, email, error.code);
  if (error instanceof RateLimitError && error.isFirst) await recordBlockedSignIn(ctx, request, email);
  throw error;
}
