import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { accounts, passkeys, twoFactors, users, verifications } from '#api/db/user-schema.ts';
import { inTransaction, type Orm } from '#api/db/transaction-context.ts';
import { minPasskeysWithoutPassword } from '#contract/limits.ts';
import type { ChangePassword, ResetLink, ResetPassword } from '#contract/auth.ts';
import { UserError } from '#api/lib/errors.ts';
import { confirmationNeeded, invalidLink, passwordOff, wrongPassword } from '#api/auth/core/auth-errors.ts';
import { type AuthContext, type WithCookies, notifyOwner, withMinimumDuration } from '#api/auth/core/auth-context.ts';
import { day, hour, minute, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { callAuth } from '#api/auth/core/better-auth.ts';
import { readOrCreateDevice, rememberDevice, writeDeviceCookie } from '#api/auth/session/known-devices.ts';
import { hashResetToken } from '#api/auth/core/tokens.ts';
import { hashPassword, verifyPassword } from '#api/auth/core/password-hash.ts';
import { lockUser, revokeAccess } from '#api/auth/session/revoke-access.ts';
import {
  type SignedInUser,
  consumeChangeQuota,
  isStaff,
  requireConfirmedUser,
  requireUser,
  revokeOtherAccess,
  rotateSession,
} from '#api/auth/session/sessions.ts';
import { lockConfirmedUser, notifyAdmins } from './staff-enrolment.ts';
import { rejectWeakPassword } from './weak-password.ts';

const maxCodeResetsPerDay = 3;

export async function requestPasswordReset(ctx: AuthContext, request: RequestMetadata, email: string): Promise<void> {
  const { orm, betterAuth, limiter, links, sendMail } = ctx;
  await limiter.consume('mail', { ipAddress: [request.ipAddress, 30, hour] });
  await withMinimumDuration(ctx, () =>
    callAuth(request, () =>
      inTransaction(orm, async () => {
        const [owner] = await orm
          .select({ id: users.id, email: users.email, disabledAt: users.passwordDisabledAt })
          .from(users)
          .where(eq(users.email, email.toLowerCase()));
        // A link would turn the mailbox into a credential again, which the owner chose to do without.
        if (owner === undefined || owner.disabledAt === null)
          await betterAuth.api.requestPasswordReset({ body: { email } });
        else {
          const data = { link: links.signIn, contactLink: links.contact };
          await sendMail({ template: 'password-off', recipient: owner.email, locale: request.locale, data });
        }
        if (owner !== undefined)
          await recordEvent(orm, { event: 'password.reset_requested', actor: 'visitor', userId: owner.id }, request);
      }),
    ),
  );
}

/** For the screen of the link. Only the holder of the link can read it. */
export async function getResetLink(
  { orm, limiter }: AuthContext,
  { ipAddress }: RequestMetadata,
  token: string,
): Promise<ResetLink> {
  await limiter.consume('reset-link', { ipAddress: [ipAddress, 60, hour] });
  const owner = await findOwnerOfReset(orm, token);
  if (owner === undefined) throw invalidLink;
  // Staff remove passkeys at the desk's level of protection only: signed in, or by the operator.
  const passkeysHere = owner.isStaff ? 0 : await countPasskeys(orm, owner.id);
  return { email: owner.email, isFirst: !owner.isVerified, passkeys: passkeysHere };
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
    const canRemove = removePasskeys && !owner.isStaff;
    await setPassword(orm, userId, hash);
    // The link proves access to the mailbox, which is all that verifying an email address or unlocking an account needs.
    await orm.update(users).set({ emailVerified: true, lockedAt: null }).where(eq(users.id, userId));
    const removed = canRemove ? await orm.delete(passkeys).where(eq(passkeys.userId, userId)) : undefined;
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
 * browser a known one with its own. The counter of codes only a few times a day: otherwise a reader of the mailbox could
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

/** With a second factor, the old password alone is not enough. */
function rejectUnconfirmed({ hasFactor, hasPassword, isConfirmed }: SignedInUser): void {
  if (hasFactor && !isConfirmed) throw confirmationNeeded;
  if (!hasPassword) throw passwordOff;
}

/** For users with two passkeys: afterwards neither the password nor the mailbox opens the account. */
export async function disablePassword(ctx: AuthContext, request: RequestMetadata): Promise<void> {
  const { orm, siteUrl } = ctx;
  const { userId, email } = await requireConfirmedUser(ctx, request);
  await inTransaction(orm, async () => {
    const user = await lockConfirmedUser(ctx, request, userId);
    if (user.passkeys < minPasskeysWithoutPassword)
      throw new UserError('two_passkeys_required', 'Please add a second passkey first: one alone can be lost.');
    if (!user.hasPassword) return;
    await orm.update(accounts).set({ password: null }).where(isPasswordOf(userId));
    // Codes are typed after a password.
    await orm.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await orm
      .update(users)
      .set({ passwordDisabledAt: new Date(), twoFactorEnabled: false })
      .where(eq(users.id, userId));
    // Links that were sent before could still set a password.
    await revokeOtherAccess(ctx, request, { event: 'password.disabled', userId });
    await notifyOwner(ctx, request, email, 'password-disabled');
    await notifyAdmins(orm, { userId, change: 'password-disabled', siteUrl });
  });
}

/** With a new password: the old one was deleted. */
export async function enablePassword(ctx: AuthContext, request: RequestMetadata, newPassword: string): Promise<void> {
  const { orm, siteUrl, startHash } = ctx;
  const { userId, email } = await requireConfirmedUser(ctx, request);
  rejectWeakPassword(newPassword, email, siteUrl);
  const hash = await hashPassword(newPassword, startHash(request));
  await inTransaction(orm, async () => {
    const { hasPassword } = await lockConfirmedUser(ctx, request, userId);
    if (hasPassword) throw new UserError('bad_request', 'Your account has a password already.');
    await orm.update(users).set({ passwordDisabledAt: null }).where(eq(users.id, userId));
    await setPassword(orm, userId, hash);
    await revokeOtherAccess(ctx, request, { event: 'password.enabled', userId });
    await notifyOwner(ctx, request, email, 'password-enabled');
    await notifyAdmins(orm, { userId, change: 'password-enabled', siteUrl });
  });
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

async function findOwnerOfReset(orm: Orm, token: string) {
  const [owner] = await orm
    .select({ id: users.id, email: users.email, isVerified: users.emailVerified, isStaff })
    .from(verifications)
    .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
    .where(and(isResetLink(token), isNull(users.passwordDisabledAt)));
  return owner;
}

async function countPasskeys(orm: Orm, userId: string): Promise<number> {
  const [found] = await orm.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return found?.count ?? 0;
}
