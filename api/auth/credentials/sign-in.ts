import { and, eq, isNull } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { sessions, users, verifications } from '#api/db/user-schema.ts';
import { type Orm, inTransaction } from '#api/db/transaction-context.ts';
import type { SignIn, User } from '#contract/auth.ts';
import type { SignInResponse } from '#contract/security.ts';
import { invalidCredentials } from '#api/auth/core/auth-errors.ts';
import {
  type AuthContext,
  type WithCookies,
  notifyOwner,
  withMinimumFailureDuration,
} from '#api/auth/core/auth-context.ts';
import { hour, minute, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { authHeaders, callAuth } from '#api/auth/core/better-auth.ts';
import {
  asCookieHeader,
  readSessionToken,
  readTwoFactorId,
  toBrowserCookies,
  twoFactorCookieName,
} from '#api/auth/core/cookies.ts';
import { describeAgent, newSessionToken } from '#api/auth/session/sessions.ts';
import { recordBlockedSignIn, recordFailedSignIn, recordRecoveryCodeUse } from '#api/auth/session/sign-in-attempts.ts';
import {
  findKnownDevice,
  readOrCreateDevice,
  rememberDevice,
  writeDeviceCookie,
} from '#api/auth/session/known-devices.ts';
import { RateLimitError, ServerBusyError, UserError } from '#api/lib/errors.ts';

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
  const signedIn = await withMinimumFailureDuration(ctx, () =>
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
async function rejectRevoked(ctx: AuthContext, email: string, accessVersion: number | undefined, setCookies: string[]) {
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
  if (error instanceof UserError) await recordFailedSignIn(ctx, request, email, error.code);
  if (error instanceof RateLimitError && error.isFirst) await recordBlockedSignIn(ctx, request, email);
  throw error;
}

export interface VerifiedSignIn {
  /** With the cookies of the session that better-auth created. */
  headers: Headers;
  user: User;
  /** The user's access version, read before the credentials were verified. */
  accessVersion: number | undefined;
  method: 'password' | 'password+totp' | 'password+recovery' | 'passkey' | 'demo-link';
}

// One every twenty seconds: more than any customer's script needs.
const maxSignIns = 200;

/**
 * The last step of every sign-in: ends the browser's previous session, remembers the browser, notifies the owner of a new
 * one, and records the event. If any of it fails, the new session is deleted.
 */
export async function completeSignIn(
  ctx: AuthContext,
  request: RequestMetadata,
  { headers, user, accessVersion, method }: VerifiedSignIn,
): Promise<WithCookies<User>> {
  const { orm, limiter } = ctx;
  const userId = user.id;
  const device = readOrCreateDevice(ctx, request.cookies);
  try {
    // Each sign-in leaves a session and an audit event, and may send a mail.
    await limiter.consume('signed-in', { account: [userId, maxSignIns, hour] });
    await inTransaction(orm, async () => {
      if (!(await isAccessUnchanged(orm, userId, accessVersion))) throw invalidCredentials;
      const previous = readSessionToken(ctx, request.cookies);
      if (previous !== undefined) await orm.delete(sessions).where(eq(sessions.token, previous));
      const token = newSessionToken(ctx, headers);
      if (method !== 'password' && token !== undefined)
        await orm
          .update(sessions)
          .set({ hasSecondFactor: true, confirmedWithFactor: true })
          .where(eq(sessions.token, token));
      await rememberLanguage(orm, userId, request);
      const isNewDevice = await rememberDevice(orm, userId, device);
      if (isNewDevice) await notifyOfNewDevice(ctx, request, user.email);
      if (method === 'password+recovery') await recordRecoveryCodeUse(ctx, request, user);
      const details = { with: method, device: isNewDevice ? 'new' : 'known' };
      await recordEvent(orm, { event: 'sign_in.done', actor: 'user', userId, details }, request);
    });
  } catch (error) {
    const token = newSessionToken(ctx, headers);
    if (token !== undefined) await orm.delete(sessions).where(eq(sessions.token, token));
    throw error;
  }
  return {
    value: { id: userId, email: user.email },
    setCookies: [...toBrowserCookies(ctx, headers), writeDeviceCookie(ctx, device)],
  };
}

/** From the first browser; afterwards the user chooses it. */
async function rememberLanguage(orm: Orm, userId: string, { language }: RequestMetadata): Promise<void> {
  if (language === undefined) return;
  await orm
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), isNull(users.language)));
}

async function notifyOfNewDevice(ctx: AuthContext, request: RequestMetadata, email: string): Promise<void> {
  const { browser, system } = describeAgent(request.userAgent);
  const data = { at: new Date().toISOString(), browser: browser ?? '', system: system ?? '' };
  await notifyOwner(ctx, request, email, 'new-device', data);
}

/** To be read before the credentials are verified. */
export async function getAccessVersion(orm: Orm, email: string): Promise<number | undefined> {
  const [user] = await orm
    .select({ accessVersion: users.accessVersion })
    .from(users)
    .where(eq(users.email, email.toLowerCase()));
  return user?.accessVersion;
}

/**
 * Whether access was not revoked and the account not locked since the version was read. Locks the row: inside a
 * transaction nobody can revoke access before its end.
 */
export async function isAccessUnchanged(orm: Orm, userId: string, accessVersion: number | undefined): Promise<boolean> {
  if (accessVersion === undefined) return false;
  const [unchanged] = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.lockedAt), eq(users.accessVersion, accessVersion)))
    .for('share');
  return unchanged !== undefined;
}
