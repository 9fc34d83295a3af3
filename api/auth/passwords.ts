import { and, count, eq, gt, sql } from 'drizzle-orm';
import { accounts, users, verifications } from '#api/db/schema/accounts.ts';
import { passkeys } from '#api/db/schema/factors.ts';
import type { ChangePassword, ResetLink, ResetPassword } from '#contract/auth.ts';
import { confirmationNeeded, invalidLink, wrongPassword } from './account-error.ts';
import { type AuthContext, minimumDurationMs, hour, minute, type WithCookies } from './auth-context.ts';
import { withMinimumDuration } from './minimum-duration.ts';
import { noteDevice } from './known-devices.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { hashResetToken } from './reset-link.ts';
import { lockUser, revokeAccess } from './revoke-access.ts';
import { attempt } from './better-auth.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { RequestMetadata } from './request-metadata.ts';

// In a day.
const mostCodeResets = 3;

export function changingPasswords(desk: AuthContext) {
  const { orm, settings, library, limiter, transaction, record, userOf, consumeChangeQuota, renew, startHash, device } =
    desk;
  const { revokeOthers, tellOwner } = desk;

  return {
    async requestPasswordReset(visitor: RequestMetadata, email: string): Promise<void> {
      await limiter.take('mail', { address: [visitor.address, 30, hour] });
      await withMinimumDuration(minimumDurationMs, () =>
        attempt(visitor, () =>
          transaction(async () => {
            await library.api.requestPasswordReset({ body: { email } });
            const [owner] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
            if (owner !== undefined)
              await record(visitor, { event: 'password.reset_requested', actor: 'visitor', userId: owner.id });
          }),
        ),
      );
    },

    /** What the screen of the link shows. Only for whoever has the link. */
    async readResetLink(visitor: RequestMetadata, token: string): Promise<ResetLink> {
      await limiter.take('reset-link', { address: [visitor.address, 60, hour] });
      const owner = await ownerOfReset(token);
      if (owner === undefined) throw invalidLink;
      return { email: owner.email, isFirst: !owner.isVerified, passkeys: await passkeysOf(owner.id) };
    },

    /** The browser that shows the link is known from then on. */
    async resetPassword(
      visitor: RequestMetadata,
      { token, newPassword, removePasskeys = false }: ResetPassword,
    ): Promise<WithCookies<void>> {
      await limiter.take('reset-password', { address: [visitor.address, 30, hour] });
      const owner = await ownerOfReset(token);
      // Before the link is used: a refusal leaves it valid.
      refuseWeakPassword(newPassword, owner?.email, settings.siteUrl);
      if (owner === undefined) throw invalidLink;
      const { id: userId, email, isVerified } = owner;
      // Before the transaction: a hash may wait for its turn, and no connection or lock is held meanwhile.
      const hash = await hashPassword(newPassword, startHash(visitor));
      return transaction(async () => {
        await lockUser(orm, userId);
        const used = await orm.delete(verifications).where(isReset(token));
        if (used.rowCount === 0) throw invalidLink;
        await orm
          .insert(accounts)
          .values({ userId, accountId: userId, providerId: 'credential', password: hash })
          .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password: hash } });
        // Whoever has the link reads the address's mail: that is what a verification, and a locked account, ask for.
        await orm.update(users).set({ emailVerified: true, lockedAt: null }).where(eq(users.id, userId));
        const removed = removePasskeys ? await orm.delete(passkeys).where(eq(passkeys.userId, userId)) : undefined;
        const details = { passkeys_removed: removed?.rowCount ?? 0 };
        const reason = { event: 'password.reset', actor: 'visitor', userId, details } as const;
        await revokeAccess(orm, reason, { trace: visitor });
        // The first password of an invited user is no news to anybody.
        if (isVerified)
          await tellOwner(visitor, email, 'password-reset', { passkeys: String(await passkeysOf(userId)) });
        return { value: undefined, setCookies: await letOwnerIn(visitor, { userId, email }) };
      });
    },

    /** Ends every other session; this one goes on under a new token. */
    async changePassword(
      visitor: RequestMetadata,
      { currentPassword, newPassword }: ChangePassword,
    ): Promise<WithCookies<void>> {
      const { userId, email, ...session } = await userOf(visitor);
      refuseUnconfirmed(session);
      refuseWeakPassword(newPassword, email, settings.siteUrl);
      const taken = await limiter.take('change-password', {
        address: [visitor.address, 50, 15 * minute],
        account: [userId, 10, 15 * minute],
      });
      await consumeChangeQuota(userId);
      // Both before the transaction, as above.
      const current = await passwordHashOf(userId);
      const isRight = await verifyPassword({ hash: current, password: currentPassword }, startHash(visitor));
      if (!isRight) throw wrongPassword;
      const hash = await hashPassword(newPassword, startHash(visitor));
      const setCookies = await transaction(async () => {
        await lockUser(orm, userId);
        refuseUnconfirmed(await userOf(visitor));
        const changed = await orm
          .update(accounts)
          .set({ password: hash })
          .where(and(isPasswordOf(userId), eq(accounts.password, current)));
        if (changed.rowCount === 0) throw wrongPassword;
        await revokeOthers(visitor, { event: 'password.changed', userId });
        await tellOwner(visitor, email, 'password-changed');
        return renew(visitor);
      });
      await taken.giveBack();
      return { value: undefined, setCookies };
    },
  };

  /** Where codes are on, the old password alone is not enough. */
  function refuseUnconfirmed({ hasTotp, isConfirmed }: { hasTotp: boolean; isConfirmed: boolean }): void {
    if (hasTotp && !isConfirmed) throw confirmationNeeded;
  }

  /**
   * Strangers who failed at the old password, or at codes after it, do not keep the owner out: the counters that unknown
   * browsers share begin anew, and this browser has its own. Not as often as one likes for codes: whoever reads the
   * mailbox could otherwise guess at them without end.
   */
  async function letOwnerIn(
    { cookies }: RequestMetadata,
    { userId, email }: { userId: string; email: string },
  ): Promise<string[]> {
    await limiter.reset('sign-in', email);
    if (!(await limiter.allows('reset-code-limit', [userId, mostCodeResets, 24 * hour]))) return [];
    await limiter.reset('code', userId);
    const shown = device.read(cookies);
    await noteDevice(orm, userId, shown);
    return [device.write(shown)];
  }

  function isReset(token: string) {
    return and(eq(verifications.identifier, hashResetToken(token)), gt(verifications.expiresAt, new Date()));
  }

  function isPasswordOf(userId: string) {
    return and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'));
  }

  /** Empty for an invited user who has not chosen a password yet. */
  async function passwordHashOf(userId: string): Promise<string> {
    const [account] = await orm.select({ hash: accounts.password }).from(accounts).where(isPasswordOf(userId));
    return account?.hash ?? '';
  }

  async function ownerOfReset(token: string): Promise<{ id: string; email: string; isVerified: boolean } | undefined> {
    const [found] = await orm
      .select({ id: users.id, email: users.email, isVerified: users.emailVerified })
      .from(verifications)
      .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
      .where(isReset(token));
    return found;
  }

  async function passkeysOf(userId: string): Promise<number> {
    const [found] = await orm.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
    return found?.count ?? 0;
  }
}
