import { randomBytes } from 'node:crypto';
import { symmetricEncrypt } from 'better-auth/crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { passkeys, sessions, twoFactors, users, verifications } from '#api/db/schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import { company } from '#api/lib/company.ts';
import type { User } from '#contract/auth.ts';
import {
  type RecoveryCodes,
  type Security,
  type SignInCode,
  type TotpStart,
  confirmedMinutes,
} from '#contract/security.ts';
import { AccountError, signInExpired } from './account-error.ts';
import {
  type AuthContext,
  type WithCookies,
  notifyOwner,
  withCookies,
  withMinimumFailureDuration,
} from './auth-context.ts';
import { minute, type RequestMetadata } from './auth-settings.ts';
import { authHeaders, callAuth, callAuthConfirmed, confirmedPassword } from './better-auth.ts';
import { asCookieHeader, readSessionToken, readTwoFactorId, toBrowserCookies, twoFactorCookieName } from './cookies.ts';
import { lockUser } from './revoke-access.ts';
import {
  isSessionConfirmed,
  preserveSession,
  requireConfirmedUser,
  requireUser,
  revokeOtherAccess,
} from './sessions.ts';
import { consumeCodeAttempt, recordFailedSignIn, rejectUsedCode } from './sign-in-attempts.ts';
import { completeSignIn } from './sign-in.ts';
import { countRecoveryCodes, hashRecoveryCode } from './tokens.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A TOTP factor for the demo, whose staff member has nobody to scan a code before the first sign-in. */
export async function newTotpFactor({ betterAuth }: AuthContext, email: string) {
  // better-auth keeps a secret as text, and its bytes in base 32 are what an authenticator gets.
  const secret = Array.from(randomBytes(32), (byte) => base32[byte & 31]).join('');
  const bits = Array.from(Buffer.from(secret), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const key = (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
  const { secretConfig } = await betterAuth.$context;
  const issuer = encodeURIComponent(company.name);
  return {
    factor: { secret: await symmetricEncrypt({ key: secretConfig, data: secret }), backupCodes: '[]', verified: true },
    key,
    uri: `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${key}&issuer=${issuer}`,
  };
}

/** The second step of a sign-in with a TOTP or recovery code. */
export async function signInWithCode(
  ctx: AuthContext,
  request: RequestMetadata,
  { kind, code }: SignInCode,
): Promise<WithCookies<User>> {
  const { api } = ctx.betterAuth;
  const { accessVersion, ...user } = await getPendingTwoFactorUser(ctx, request);
  const attempt = await consumeCodeAttempt(ctx, request, user);
  // No other cookie: if there were a session, better-auth would verify the code of the signed-in user.
  const cookies = request.cookies
    ?.split(';')
    .filter((cookie) => cookie.trim().startsWith(`${twoFactorCookieName(ctx.isHttps)}=`))
    .join(';');
  const options = {
    body: { code: kind === 'totp' ? code : hashRecoveryCode(code) },
    headers: authHeaders(ctx, { ...request, cookies }),
    returnHeaders: true,
  } as const;
  const verify = async () => {
    if (kind === 'totp') await rejectUsedCode(ctx, user.id, code);
    return callAuth(request, () => (kind === 'totp' ? api.verifyTOTP(options) : api.verifyBackupCode(options)));
  };
  const { headers } = await withMinimumFailureDuration(() =>
    verify().catch(async (error: unknown) => {
      if (error instanceof AccountError) await recordFailedSignIn(ctx, request, user.email, error.code);
      return attempt.fail(error);
    }),
  );
  await attempt.succeed();
  return completeSignIn(ctx, request, { headers, user, accessVersion, method: `password+${kind}` });
}

/** The user whose password was verified in this browser and whose code is still missing. */
async function getPendingTwoFactorUser(
  ctx: AuthContext,
  { cookies }: RequestMetadata,
): Promise<User & { accessVersion: number }> {
  const identifier = readTwoFactorId(ctx, cookies);
  if (identifier === undefined) throw signInExpired;
  const [pending] = await ctx.orm
    .select({ id: users.id, email: users.email, accessVersion: users.accessVersion })
    .from(verifications)
    .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, new Date())));
  if (pending === undefined) throw signInExpired;
  return pending;
}

export async function startTotp(ctx: AuthContext, request: RequestMetadata): Promise<TotpStart> {
  await requireConfirmedUser(ctx, request);
  const started = await callAuthConfirmed(request, () =>
    ctx.betterAuth.api.enableTwoFactor({
      body: { password: confirmedPassword, method: 'totp' },
      headers: authHeaders(ctx, request),
    }),
  );
  if (started.method !== 'totp') throw new Error('better-auth started another method than TOTP.');
  const secret = new URL(started.totpURI).searchParams.get('secret') ?? '';
  return { uri: started.totpURI, secret };
}

/** The first code proves that the authenticator works: only then TOTP is on, and recovery codes are issued. */
export async function finishTotp(
  ctx: AuthContext,
  request: RequestMetadata,
  code: string,
): Promise<WithCookies<RecoveryCodes>> {
  const { orm, betterAuth, limiter } = ctx;
  const user = await requireConfirmedUser(ctx, request);
  const { userId, email } = user;
  // A plain limit is enough: the user was shown the secret, so there is nothing to guess.
  const attempt = await limiter.consume('totp-setup', {
    ipAddress: [request.ipAddress, 50, 15 * minute],
    account: [userId, 10, 15 * minute],
  });
  await rejectUsedCode(ctx, userId, code);
  const headers = await callAuthConfirmed(request, () =>
    inTransaction(orm, async () => {
      await lockUser(orm, userId);
      const verified = await betterAuth.api.verifyTOTP({
        body: { code },
        headers: authHeaders(ctx, request),
        returnHeaders: true,
      });
      await preserveSession(ctx, verified.headers, user, { hasSecondFactor: true });
      // The other sessions were opened without a code.
      await revokeOtherAccess(ctx, request, { event: 'factor.totp_added', userId }, verified.headers);
      await notifyOwner(ctx, request, email, 'totp-added');
      return verified.headers;
    }),
  );
  await attempt.refund();
  const setCookies = toBrowserCookies(ctx, headers);
  // better-auth has replaced the session.
  const cookies = asCookieHeader(setCookies) || request.cookies;
  const recoveryCodes = await generateCodes(ctx, { ...request, cookies }, () =>
    recordEvent(orm, { event: 'factor.recovery_codes_made', actor: 'user', userId }, request),
  );
  return { value: { recoveryCodes }, setCookies };
}

/** Replaces the existing codes. */
export async function createRecoveryCodes(ctx: AuthContext, request: RequestMetadata): Promise<RecoveryCodes> {
  const { userId, email } = await requireConfirmedUser(ctx, request);
  const recoveryCodes = await generateCodes(ctx, request, async () => {
    await revokeOtherAccess(ctx, request, { event: 'factor.recovery_codes_made', userId });
    await notifyOwner(ctx, request, email, 'recovery-codes-renewed');
  });
  return { recoveryCodes };
}

/** `then` runs in the same transaction. */
function generateCodes(ctx: AuthContext, request: RequestMetadata, then: () => Promise<void>): Promise<string[]> {
  return callAuthConfirmed(request, () =>
    inTransaction(ctx.orm, async () => {
      const { backupCodes } = await ctx.betterAuth.api.generateBackupCodes({
        body: { password: confirmedPassword },
        headers: authHeaders(ctx, request),
      });
      await then();
      return backupCodes;
    }),
  );
}

export async function removeTotp(ctx: AuthContext, request: RequestMetadata): Promise<WithCookies<void>> {
  const { orm, betterAuth } = ctx;
  const user = await requireConfirmedUser(ctx, request);
  const { userId, email, hasTotp } = user;
  const headers = await callAuthConfirmed(request, () =>
    inTransaction(orm, async () => {
      await lockUser(orm, userId);
      const removed = await betterAuth.api.disableTwoFactor({
        body: { password: confirmedPassword },
        headers: authHeaders(ctx, request),
        returnHeaders: true,
      });
      await preserveSession(ctx, removed.headers, user, { hasSecondFactor: false });
      await revokeOtherAccess(ctx, request, { event: 'factor.totp_removed', userId }, removed.headers);
      if (hasTotp) await notifyOwner(ctx, request, email, 'totp-removed');
      return removed.headers;
    }),
  );
  return withCookies(ctx, headers, undefined);
}

/** Everything on the security screen except the list of sessions. */
export async function getSecurityOverview(ctx: AuthContext, request: RequestMetadata): Promise<Security> {
  const { orm } = ctx;
  const { userId, email } = await requireUser(ctx, request);
  const [factor] = await orm
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)));
  const keys = await orm
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
  const [session] = await orm
    .select({ at: sessions.authenticatedAt, isConfirmed: isSessionConfirmed() })
    .from(sessions)
    .where(eq(sessions.token, readSessionToken(ctx, request.cookies) ?? ''));
  return {
    email,
    hasTotp: factor !== undefined,
    recoveryCodesLeft: factor === undefined ? 0 : await countRecoveryCodes(orm, userId),
    passkeys: keys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: createdAt.toISOString(),
    })),
    confirmedUntil:
      session?.isConfirmed === true ? new Date(session.at.getTime() + confirmedMinutes * 60_000).toISOString() : null,
  };
}
