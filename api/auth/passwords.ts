import { and, count, eq, gt, sql } from 'drizzle-orm';
import { users, verifications } from '#api/db/schema/accounts.ts';
import { passkeys } from '#api/db/schema/factors.ts';
import type { ChangePassword, ResetLink, ResetPassword } from '#contract/auth.ts';
import { confirmationNeeded, invalidLink } from './account-error.ts';
import { type Desk, evenTime, hour, minute, type WithCookies } from './desk.ts';
import { inEvenTime } from './even-time.ts';
import { keptReset } from './reset-link.ts';
import { lockUser, revokeAccess } from './revoke-access.ts';
import { attempt } from './sign-in-library.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Visitor } from './visitor.ts';

export function changingPasswords(desk: Desk) {
  const { orm, settings, library, limiter, transaction, record, headersOf, userOf, takeChange, keepAge } = desk;
  const { withCookies, revokeOthers, tellOwner } = desk;

  return {
    async requestPasswordReset(visitor: Visitor, email: string): Promise<void> {
      await limiter.take('mail', { address: [visitor.address, 30, hour] });
      await inEvenTime(evenTime, () =>
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
    async readResetLink(visitor: Visitor, token: string): Promise<ResetLink> {
      await limiter.take('reset-link', { address: [visitor.address, 60, hour] });
      const owner = await ownerOfReset(token);
      if (owner === undefined) throw invalidLink;
      return { email: owner.email, isFirst: !owner.isVerified, passkeys: await passkeysOf(owner.id) };
    },

    async resetPassword(
      visitor: Visitor,
      { token, newPassword, removePasskeys = false }: ResetPassword,
    ): Promise<void> {
      await limiter.take('reset-password', { address: [visitor.address, 30, hour] });
      const owner = await ownerOfReset(token);
      // Before the library: a refusal leaves the link as good as it was.
      refuseWeakPassword(newPassword, owner?.email, settings.siteUrl);
      if (owner === undefined) throw invalidLink;
      const { id: userId, email, isVerified } = owner;
      await attempt(visitor, () =>
        transaction(async () => {
          await lockUser(orm, userId);
          await library.api.resetPassword({ body: { token, newPassword } });
          const removed = removePasskeys ? await orm.delete(passkeys).where(eq(passkeys.userId, userId)) : undefined;
          const details = { passkeys_removed: removed?.rowCount ?? 0 };
          const reason = { event: 'password.reset', actor: 'visitor', userId, details } as const;
          await revokeAccess(orm, reason, { trace: visitor });
          // The first password of an invited user is no news to anybody.
          if (isVerified)
            await tellOwner(visitor, email, 'password-reset', { passkeys: String(await passkeysOf(userId)) });
        }),
      );
    },

    /** Ends every other session; this one goes on under a new token. */
    async changePassword(
      visitor: Visitor,
      { currentPassword, newPassword }: ChangePassword,
    ): Promise<WithCookies<void>> {
      const user = await userOf(visitor);
      const { userId, email, hasTotp, isConfirmed } = user;
      // Where codes are on, the old password alone is not enough.
      if (hasTotp && !isConfirmed) throw confirmationNeeded;
      refuseWeakPassword(newPassword, email, settings.siteUrl);
      const taken = await limiter.take('change-password', {
        address: [visitor.address, 50, 15 * minute],
        account: [userId, 10, 15 * minute],
      });
      await takeChange(userId);
      const headers = await attempt(visitor, () =>
        transaction(async () => {
          await lockUser(orm, userId);
          const changed = await library.api.changePassword({
            body: { currentPassword, newPassword, revokeOtherSessions: true },
            headers: headersOf(visitor),
            returnHeaders: true,
          });
          await keepAge(changed.headers, user);
          await revokeOthers(visitor, { event: 'password.changed', userId }, changed.headers);
          await tellOwner(visitor, email, 'password-changed');
          return changed.headers;
        }),
      );
      await taken.giveBack();
      return withCookies(headers, undefined);
    },
  };

  /** Whether the link is still valid when it is used, the library says. */
  async function ownerOfReset(token: string): Promise<{ id: string; email: string; isVerified: boolean } | undefined> {
    const [found] = await orm
      .select({ id: users.id, email: users.email, isVerified: users.emailVerified })
      .from(verifications)
      .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
      .where(and(eq(verifications.identifier, keptReset(token)), gt(verifications.expiresAt, new Date())));
    return found;
  }

  async function passkeysOf(userId: string): Promise<number> {
    const [found] = await orm.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
    return found?.count ?? 0;
  }
}
