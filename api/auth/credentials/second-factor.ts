import { randomBytes } from 'node:crypto';
import { symmetricEncrypt } from 'better-auth/crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { passkeys, twoFactors, users, verifications } from '#api/db/user-schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import { company } from '#api/lib/company.ts';
import type { User } from '#contract/auth.ts';
import {
  type Enrolment,
  type NewTotp,
  type RecoveryCodes,
  type Security,
  type SignInCode,
  type TotpStart,
  confirmedMinutes,
} from '#contract/security.ts';
import { UserError } from '#api/lib/errors.ts';
import { passwordOff, signInExpired, totpExists, totpMissing } from '#api/auth/core/auth-errors.ts';
import {
  type AuthContext,
  type WithCookies,
  notifyOwner,
  withCookies,
  withMinimumFailureDuration,
} from '#api/auth/core/auth-context.ts';
import { minute, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { authHeaders, callAuth } from '#api/auth/core/better-auth.ts';
import { readTwoFactorId, twoFactorCookieName } from '#api/auth/core/cookies.ts';
import {
  preserveSession,
  requireConfirmedUser,
  requireUser,
  revokeOtherAccess,
  rotateSession,
} from '#api/auth/session/sessions.ts';
import {
  checkEnrolmentCode,
  lockConfirmedUser,
  notifyAdmins,
  rejectLastFactor,
  useEnrolmentCode,
} from './staff-enrolment.ts';
import { consumeCodeAttempt, recordFailedSignIn, rejectUsedCode } from '#api/auth/session/sign-in-attempts.ts';
import { completeSignIn } from './sign-in.ts';
import { countRecoveryCodes, generateRecoveryCodes, hashRecoveryCode } from '#api/auth/core/tokens.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The row of a new TOTP factor, and what an authenticator needs to know. */
export async function newTotpFactor({ betterAuth }: Pick<AuthContext, 'betterAuth'>, email: string) {
  // better-auth keeps a secret as text, and its bytes in base 32 are what an authenticator gets.
  const secret = Array.from(randomBytes(32), (byte) => base32[byte & 31]).join('');
  const bits = Array.from(Buffer.from(secret), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const key = (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
  const { secretConfig } = await betterAuth.$context;
  const issuer = encodeURIComponent(company.name);
  return {
    factor: { secret: await symmetricEncrypt({ key: secretConfig, data: secret }), backupCodes: '[]', verified: true },
    key,
    uri: `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${key}&issuer=${issuer}&digits=6&period=30`,
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
  const { headers } = await withMinimumFailureDuration(ctx, () =>
    verify().catch(async (error: unknown) => {
      if (error instanceof UserError) await recordFailedSignIn(ctx, request, user.email, error.code);
      return attempt.fail(error);
    }),
  );
  await attempt.succeed();
  return completeSignIn(ctx, request, { headers, user, accessVersion, method: `password+${kind}` });
}

/** The user whose password was verified in this browser and whose code is still missing. */
async function getPendingTwoFactorUser(ctx: AuthContext, { cookies }: RequestMetadata) {
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

export async function startTotp(
  ctx: AuthContext,
  request: RequestMetadata,
  { enrolmentCode }: Enrolment = {},
): Promise<TotpStart> {
  const user = await requireConfirmedUser(ctx, request);
  if (!user.hasPassword) throw passwordOff;
  await checkEnrolmentCode(ctx, request, user, enrolmentCode);
  const { factor, key, uri } = await newTotpFactor(ctx, user.email);
  const unverified = { ...factor, verified: false };
  const started = await ctx.orm
    .insert(twoFactors)
    .values({ userId: user.userId, ...unverified })
    .onConflictDoUpdate({ target: twoFactors.userId, set: unverified, setWhere: eq(twoFactors.verified, false) });
  if (started.rowCount === 0) throw totpExists;
  return { uri, secret: key };
}

/** The first code proves that the authenticator works: only then TOTP is on, and recovery codes are issued. */
export async function finishTotp(
  ctx: AuthContext,
  request: RequestMetadata,
  { code, enrolmentCode }: NewTotp,
): Promise<WithCookies<RecoveryCodes>> {
  const { orm, betterAuth, limiter, siteUrl } = ctx;
  const user = await requireConfirmedUser(ctx, request);
  const { userId, email } = user;
  await checkEnrolmentCode(ctx, request, user, enrolmentCode);
  // A plain limit is enough: the user was shown the secret, so there is nothing to guess.
  const attempt = await limiter.consume('totp-setup', {
    ipAddress: [request.ipAddress, 50, 15 * minute],
    account: [userId, 10, 15 * minute],
  });
  await rejectUsedCode(ctx, userId, code);
  const headers = await callAuth(request, () =>
    inTransaction(orm, async () => {
      const details = await useEnrolmentCode(orm, await lockConfirmedUser(ctx, request, userId), enrolmentCode);
      const verified = await betterAuth.api.verifyTOTP({
        body: { code },
        headers: authHeaders(ctx, request),
        returnHeaders: true,
      });
      await preserveSession(ctx, verified.headers, user);
      // The other sessions were opened without a code.
      await revokeOtherAccess(ctx, request, { event: 'factor.totp_added', userId, ...details }, verified.headers);
      await notifyOwner(ctx, request, email, 'totp-added');
      await notifyAdmins(orm, { userId, change: 'totp-added', siteUrl });
      return verified.headers;
    }),
  );
  await attempt.refund();
  const recoveryCodes = await replaceCodes(ctx, userId, () =>
    recordEvent(orm, { event: 'factor.recovery_codes_made', actor: 'user', userId }, request),
  );
  return withCookies(ctx, headers, { recoveryCodes });
}

/** Replaces the existing codes. */
export async function createRecoveryCodes(ctx: AuthContext, request: RequestMetadata): Promise<RecoveryCodes> {
  const { userId, email } = await requireConfirmedUser(ctx, request);
  const recoveryCodes = await replaceCodes(ctx, userId, async () => {
    await revokeOtherAccess(ctx, request, { event: 'factor.recovery_codes_made', userId });
    await notifyOwner(ctx, request, email, 'recovery-codes-renewed');
    await notifyAdmins(ctx.orm, { userId, change: 'recovery-codes-renewed', siteUrl: ctx.siteUrl });
  });
  return { recoveryCodes };
}

/** `then` runs in the same transaction. */
async function replaceCodes({ orm }: AuthContext, userId: string, then: () => Promise<void>): Promise<string[]> {
  return inTransaction(orm, async () => {
    const codes = generateRecoveryCodes();
    const replaced = await orm
      .update(twoFactors)
      .set({ backupCodes: JSON.stringify(codes.map(hashRecoveryCode)) })
      .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)));
    if (replaced.rowCount === 0) throw totpMissing;
    await then();
    return codes;
  });
}

export async function removeTotp(ctx: AuthContext, request: RequestMetadata): Promise<WithCookies<void>> {
  const { orm, siteUrl } = ctx;
  const { userId, email, hasTotp, authenticatedAt } = await requireConfirmedUser(ctx, request);
  const setCookies = await inTransaction(orm, async () => {
    const locked = await lockConfirmedUser(ctx, request, userId);
    if (locked.hasTotp) rejectLastFactor(locked);
    await orm.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
    await orm.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await revokeOtherAccess(ctx, request, { event: 'factor.totp_removed', userId });
    if (hasTotp) {
      await notifyOwner(ctx, request, email, 'totp-removed');
      await notifyAdmins(orm, { userId, change: 'totp-removed', siteUrl });
    }
    return rotateSession(ctx, request, { authenticatedAt });
  });
  return { value: undefined, setCookies };
}

/** Everything on the security screen except the list of sessions. */
export async function getSecurityOverview(ctx: AuthContext, request: RequestMetadata): Promise<Security> {
  const { orm } = ctx;
  const { userId, email, isStaff, hasFactor, hasPassword, isConfirmed, authenticatedAt } = await requireUser(
    ctx,
    request,
  );
  const [factor] = await orm
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)));
  const keys = await orm
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
  return {
    email,
    hasTotp: factor !== undefined,
    recoveryCodesLeft: factor === undefined ? 0 : await countRecoveryCodes(orm, userId),
    passkeys: keys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: createdAt.toISOString(),
    })),
    needsEnrolmentCode: isStaff && !hasFactor,
    hasPassword,
    confirmedUntil: isConfirmed ? new Date(authenticatedAt.getTime() + confirmedMinutes * 60_000).toISOString() : null,
  };
}
