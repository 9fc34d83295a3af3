import { and, eq, sql } from 'drizzle-orm';
import { accounts, sessions } from '#api/db/schema/accounts.ts';
import { AccountError } from './account-error.ts';
import { type Desk, minute } from './desk.ts';
import { verifyPassword } from './password-hash.ts';
import type { Visitor } from './visitor.ts';

/** The password again, before anything that could lock an account's owner out of it. */
export function confirming({ orm, limiter, tokenOf, userOf, takeChange, transaction, record }: Desk) {
  return {
    async confirmPassword(visitor: Visitor, password: string): Promise<void> {
      const { userId } = await userOf(visitor);
      const taken = await limiter.take('confirm', {
        address: [visitor.address, 50, 15 * minute],
        account: [userId, 10, 15 * minute],
      });
      const [account] = await orm
        .select({ hash: accounts.password })
        .from(accounts)
        .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
      const hash = account?.hash ?? '';
      if (!(await verifyPassword({ hash, password })))
        throw new AccountError('invalid_password', 'Your password is not right.');
      await taken.giveBack();
      await takeChange(userId);
      await transaction(async () => {
        await orm
          .update(sessions)
          .set({ authenticatedAt: sql`now()` })
          .where(eq(sessions.token, tokenOf(visitor) ?? ''));
        await record(visitor, { event: 'sign_in.confirmed', actor: 'user', userId, details: { with: 'password' } });
      });
    },
  };
}
