import { and, count, eq, gt, sql } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { accounts, passkeys, users, verifications } from '#api/db/schema.ts';
import { inTransaction, type Orm } from '#api/db/transaction-context.ts';
import type { ChangePassword, ResetLink, ResetPassword } from '#contract/auth.ts';
import { confirmationNeeded, invalidLink, wrongPassword } from './account-error.ts';
import { type AuthContext, type WithCookies, notifyOwner, withMinimumDuration } from './auth-context.ts';
import { day, hour, minute, type RequestMetadata } from './auth-settings.ts';
import { callAuth } from './better-auth.ts';
import { readOrCreateDevice, rememberDevice, writeDeviceCookie } from './known-devices.ts';
import { hashResetToken } from './tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { lockUser, revokeAccess } from './revoke-access.ts';
import { consumeChangeQuota, requireUser, revokeOtherAccess, rotateSession } from './sessions.ts';
import { rejectWeakPassword } from './weak-password.ts';

const maxCodeResetsPerDay = 3;

export async function requestPasswordReset(ctx: AuthContext, request: RequestMetadata, email: string): Promise<void> {
  const { orm, betterAuth, limiter } = ctx;
  await limiter.consume('mail', { ipAddress: [request.ipAddress, 30, hour] });
  await withMinimumDuration(() =>
    callAuth(request, () =>
      inTransaction(orm, async () => {
        await betterAuth.api.requestPasswordReset({ body: { email } });
        const [owner] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
        if (owner !== undefined)
          await recordEvent(orm, { event: 'password.reset_requested', actor: 'visitor', userId: owner.id }, request);
      }),
    ),
  );
}

/** For the screen of the link. Only whoever has the link can read it. */
export async function getResetLink(
  { orm, limiter }: AuthContext,
  { ipAddress }: RequestMetadata,
  token: string,
): Promise<ResetLink> {
  await limiter.consume('reset-link', { ipAddress: [ipAddress, 60, hour] });
  const owner = await findOwnerOfReset(orm, token);
  if (owner === undefined) throw invalidLink;
  return { email: owner.email, isFirst: !owner.isVerified, passkeys: await countPasskeys(orm, owner.id) };
}

/** Makes the browser that used the link a known one. */
export async function resetPassword(
  ctx: AuthContext,
  request: RequestMetadata,
  { token, newPassword, removePasskeys = false }: ResetPassword,
): Promise<WithCookies<void>> {
  const { orm, limiter, siteUrl, startHash } = ctx;
  await limiter.consume('reset-password', { ipAddress: [request.ipAddress, 30, hour] });
  const owner = await findOwnerOfReset(orm, token);
  // Before the link is used up: after an error it is still valid.
  rejectWeakPassword(newPassword, owner?.email, siteUrl);
  if (owner === undefined) throw invalidLink;
  const { id: userId, email, isVerified } = owner;
  // Before the transaction: a hash may be queued, and no connection or lock must be held meanwhile.
  const hash = await hashPassword(newPassword, startHash(request));
  return inTransaction(orm, async () => {
    await lockUser(orm, userId);
    const used = await orm.delete(verifications).where(isResetLink(token));
    if (used.rowCount === 0) throw invalidLink;
    await setPassword(orm, userId, hash);
    // Whoever has the link reads the mailbox, which is all that verifying an email address or unlocking an account needs.
    await orm.update(users).set({ emailVerified: true, lockedAt: null }).where(eq(users.id, userId));
    const removed = removePasskeys ? await orm.delete(passkeys).where(eq(passkeys.userId, userId)) : undefined;
    const details = { passkeys_removed: removed?.rowCount ?? 0 };
    await revokeAccess(orm, { event: 'password.reset', actor: 'visitor', userId, details }, { trace: request });
    // An invited user knows that they have just chosen their first password.
    if (isVerified) {
      const data = { passkeys: String(await countPasskeys(orm, userId)) };
      await notifyOwner(ctx, request, email, 'password-reset', data);
    }
    return { value: undefined, setCookies: await resetLimits(ctx, request, { userId, email }) };
  });
}

/**
 * Failed attempts of others must not keep the owner out: resets the counters that unknown devices share, and makes this
 * browser a known one with its own. The counter of codes only a few times a day: otherwise whoever reads the mailbox could
 * guess codes without limit.
 */
async function resetLimits(
  ctx: AuthContext,
  { cookies }: RequestMetadata,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const { orm, limiter } = ctx;
  await limiter.reset('sign-in', email);
  if (!(await limiter.tryConsume('reset-code-limit', [userId, maxCodeResetsPerDay, day]))) return [];
  await limiter.reset('code', userId);
  const device = readOrCreateDevice(ctx, cookies);
  await rememberDevice(orm, userId, device);
  return [writeDeviceCookie(ctx, device)];
}

/** Revokes every other session and rotates this one. */
export async function changePassword(
  ctx: AuthContext,
  request: RequestMetadata,
  { currentPassword, newPassword }: ChangePassword,
): Promise<WithCookies<void>> {
  const { orm, limiter, siteUrl, startHash } = ctx;
  const user = await requireUser(ctx, request);
  const { userId, email } = user;
  rejectUnconfirmed(user);
  rejectWeakPassword(newPassword, email, siteUrl);
  const attempt = await limiter.consume('change-password', {
    ipAddress: [request.ipAddress, 50, 15 * minute],
    account: [userId, 10, 15 * minute],
  });
  await consumeChangeQuota(ctx, userId);
  // Both hashes before the transaction, as above.
  const current = await getPasswordHash(orm, userId);
  const isRight = await verifyPassword({ hash: current, password: currentPassword }, startHash(request));
  if (!isRight) throw wrongPassword;
  const hash = await hashPassword(newPassword, startHash(request));
  const setCookies = await inTransaction(orm, async () => {
    await lockUser(orm, userId);
    rejectUnconfirmed(await requireUser(ctx, request));
    const changed = await orm
      .update(accounts)
      .set({ password: hash })
      .where(and(isPasswordOf(userId), eq(accounts.password, current)));
    if (changed.rowCount === 0) throw wrongPassword;
    await revokeOtherAccess(ctx, request, { event: 'password.changed', userId });
    await notifyOwner(ctx, request, email, 'password-changed');
    return rotateSession(ctx, request);
  });
  await attempt.refund();
  return { value: undefined, setCookies };
}

/** With TOTP on, the old password alone is not enough. */
function rejectUnconfirmed({ hasTotp, isConfirmed }: { hasTotp: boolean; isConfirmed: boolean }): void {
  if (hasTotp && !isConfirmed) throw confirmationNeeded;
}

/** Empty for an invited user who has not chosen a password yet. */
export async function getPasswordHash(orm: Orm, userId: string): Promise<string> {
  const [account] = await orm.select({ hash: accounts.password }).from(accounts).where(isPasswordOf(userId));
  return account?.hash ?? '';
}

export async function setPassword(orm: Orm, userId: string, hash: string): Promise<void> {
  await orm
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: hash })
    .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password: hash } });
}

const isPasswordOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'));

const isResetLink = (token: string) =>
  and(eq(verifications.identifier, hashResetToken(token)), gt(verifications.expiresAt, new Date()));

async function findOwnerOfReset(
  orm: Orm,
  token: string,
): Promise<{ id: string; email: string; isVerified: boolean } | undefined> {
  const [owner] = await orm
    .select({ id: users.id, email: users.email, isVerified: users.emailVerified })
    .from(verifications)
    .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
    .where(isResetLink(token));
  return owner;
}

async function countPasskeys(orm: Orm, userId: string): Promise<number> {
  const [found] = await orm.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return found?.count ?? 0;
}
