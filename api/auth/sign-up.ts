import { eq } from 'drizzle-orm';
import { users } from '#api/db/schema/accounts.ts';
import type { SignUp } from '#contract/auth.ts';
import { lostRace } from './account-error.ts';
import { type Desk, evenTime, hour } from './desk.ts';
import { inEvenTime } from './even-time.ts';
import { attempt } from './sign-in-library.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Visitor } from './visitor.ts';

/** An account, and the mail that shows whose address it is. */
export function signingUp({ orm, settings, library, limiter, transaction, record }: Desk) {
  return {
    /** The same answer in the same time whether or not the address has an account; a mail tells its owner. */
    async signUp(visitor: Visitor, { email, password }: SignUp): Promise<void> {
      refuseWeakPassword(password, email, settings.siteUrl);
      await limiter.take('sign-up', { address: [visitor.address, 30, hour], account: [email, 10, hour] });
      const create = () => attempt(visitor, () => library.api.signUpEmail({ body: { name: email, email, password } }));
      await inEvenTime(evenTime, async () => {
        const before = await accountOf(email);
        try {
          await create();
        } catch (error) {
          // It is told what it would be told a moment later: there is an account now.
          if (error !== lostRace) throw error;
          await create();
        }
        const outcome = before === undefined ? 'done' : 'refused';
        await record(visitor, {
          event: 'account.signed_up',
          actor: 'visitor',
          outcome,
          userId: before ?? (await accountOf(email)),
        });
      });
    },

    async verifyEmail(visitor: Visitor, token: string): Promise<void> {
      await limiter.take('verify-email', { address: [visitor.address, 30, hour] });
      await attempt(visitor, () => transaction(() => library.api.verifyEmail({ query: { token } })));
    },

    async sendVerification(visitor: Visitor, email: string): Promise<void> {
      await limiter.take('mail', { address: [visitor.address, 30, hour] });
      await inEvenTime(evenTime, () =>
        attempt(visitor, () => library.api.sendVerificationEmail({ body: { email }, headers: new Headers() })),
      );
    },
  };

  async function accountOf(email: string): Promise<string | undefined> {
    const [found] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
    return found?.id;
  }
}
