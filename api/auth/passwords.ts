import { eq, inArray, sql } from 'drizzle-orm';
import { users, verifications } from '#api/db/schema/accounts.ts';
import type { ChangePassword, ResetPassword } from '#contract/auth.ts';
import { confirmationNeeded } from './account-error.ts';
import { type Desk, evenTime, hour, minute, type WithCookies, withCookies } from './desk.ts';
import { inEvenTime } from './even-time.ts';
import { keptReset, resetPurpose } from './reset-link.ts';
import { attempt } from './sign-in-library.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Visitor } from './visitor.ts';

export function changingPasswords(desk: Desk) {
  const { orm, settings, library, limiter, transaction, record, headersOf, userOf, takeChange, keepAge } = desk;

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

    async resetPassword(visitor: Visitor, { token, newPassword }: ResetPassword): Promise<void> {
      await limiter.take('reset-password', { address: [visitor.address, 30, hour] });
      const owner = await ownerOfReset(token);
      // Before the library: a refusal leaves the link as good as it was.
      refuseWeakPassword(newPassword, owner?.email, settings.siteUrl);
      await attempt(visitor, () =>
        transaction(async () => {
          await library.api.resetPassword({ body: { token, newPassword } });
          await record(visitor, { event: 'password.reset', actor: 'visitor', userId: owner?.id });
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
          const changed = await library.api.changePassword({
            body: { currentPassword, newPassword, revokeOtherSessions: true },
            headers: headersOf(visitor),
            returnHeaders: true,
          });
          await keepAge(changed.headers, user);
          await record(visitor, { event: 'password.changed', actor: 'user', userId });
          return changed.headers;
        }),
      );
      await taken.giveBack();
      return withCookies(headers, undefined);
    },
  };

  // As the library keeps it, and as older versions did. Whether the link is still good, the library says.
  async function ownerOfReset(token: string): Promise<{ id: string; email: string } | undefined> {
    const [found] = await orm
      .select({ id: users.id, email: users.email })
      .from(verifications)
      .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
      .where(inArray(verifications.identifier, [keptReset(token), `${resetPurpose}${token}`]));
    return found;
  }
}
