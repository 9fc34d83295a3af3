import { and, eq, gt, like } from 'drizzle-orm';
import { accounts, emailUndoLinks, users, verifications } from '#api/db/schema/accounts.ts';
import type { SignUp, VerifyEmail } from '#contract/auth.ts';
import { AccountError, invalidLink, wrongSignUpPassword } from './account-error.ts';
import { type AuthContext, minimumDurationMs, hour } from './auth-context.ts';
import { withMinimumDuration } from './minimum-duration.ts';
import { hashLinkToken, newLinkToken } from './link-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { lockUser, revokeAccess } from './revoke-access.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { RequestMetadata } from './request-metadata.ts';

const day = 24 * hour;
const purpose = 'verify-email:';
const identifierOf = (token: string) => `${purpose}${hashLinkToken(token)}`;

/**
 * An account, and the mail that shows whose email address it is. Anybody can sign up with anybody's address, so nothing
 * counts before the link in the mail was opened by somebody who also knows the password of the last sign-up.
 */
export function signingUp({ orm, settings, limiter, sendMail, startHash, transaction, record }: AuthContext) {
  const { siteUrl } = settings;

  return {
    /** The same response in the same time whether or not the address has an account; a mail tells its owner. */
    async signUp(visitor: RequestMetadata, { email: given, password }: SignUp): Promise<void> {
      refuseWeakPassword(password, given, siteUrl);
      await limiter.take('sign-up', { address: [visitor.address, 30, hour], account: [given, 10, hour] });
      const email = given.toLowerCase();
      await withMinimumDuration(minimumDurationMs, async () => {
        const hash = await hashPassword(password, startHash(visitor));
        await transaction(() => signUp(visitor, email, hash));
      });
    },

    /** A wrong password leaves the link valid. */
    async verifyEmail(visitor: RequestMetadata, { token, password }: VerifyEmail): Promise<void> {
      await limiter.take('verify-email', { address: [visitor.address, 30, hour] });
      const isThis = and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, new Date()));
      const [found] = await orm.select({ userId: verifications.value }).from(verifications).where(isThis);
      if (found === undefined) throw invalidLink;
      const { userId } = found;
      const hash = await passwordHashOf(userId);
      if (!(await verifyPassword({ hash, password }, startHash(visitor)))) throw wrongSignUpPassword;
      await transaction(async () => {
        await lockUser(orm, userId);
        // A sign-up since then has replaced the password and deleted the link.
        const used = await orm.delete(verifications).where(isThis);
        if (used.rowCount === 0) throw invalidLink;
        await orm.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
        await revokeAccess(orm, { event: 'account.verified', actor: 'visitor', userId }, { trace: visitor });
      });
    },

    async sendVerification(visitor: RequestMetadata, email: string): Promise<void> {
      await limiter.take('mail', { address: [visitor.address, 30, hour] });
      await withMinimumDuration(minimumDurationMs, () =>
        transaction(async () => {
          const [user] = await orm
            .select({ id: users.id, email: users.email })
            .from(users)
            .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
            .where(and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, false)));
          if (user !== undefined) await sendLink(visitor, user);
        }),
      );
    },
  };

  async function signUp(visitor: RequestMetadata, email: string, hash: string): Promise<void> {
    const event = { event: 'account.signed_up', actor: 'visitor' } as const;
    if (await isReserved(email)) {
      await sendMail({
        template: 'address-reserved',
        recipient: email,
        locale: visitor.locale,
        data: { link: `${siteUrl}/contact` },
      });
      await record(visitor, { ...event, outcome: 'refused' });
      return;
    }
    await orm.insert(users).values({ email, name: email }).onConflictDoNothing();
    const [user] = await orm.select().from(users).where(eq(users.email, email)).for('update');
    if (user === undefined) throw new AccountError('bad_request', 'Please try again.');
    const userId = user.id;
    if (user.emailVerified) {
      await tellOwner(visitor, email);
      await record(visitor, { ...event, outcome: 'refused', userId });
      return;
    }
    // Whoever signed up with this address before has not shown that it is theirs: their password and links are replaced.
    await orm
      .insert(accounts)
      .values({ userId, accountId: userId, providerId: 'credential', password: hash })
      .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password: hash } });
    await orm
      .delete(verifications)
      .where(and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}%`)));
    await sendLink(visitor, user);
    await record(visitor, { ...event, userId });
  }

  /** An account had this address until a few days ago, and may get it back: nobody takes it meanwhile. */
  async function isReserved(email: string): Promise<boolean> {
    const [link] = await orm
      .select({ id: emailUndoLinks.id })
      .from(emailUndoLinks)
      .where(and(eq(emailUndoLinks.email, email), gt(emailUndoLinks.expiresAt, new Date())))
      .limit(1);
    return link !== undefined;
  }

  async function tellOwner({ locale }: RequestMetadata, recipient: string): Promise<void> {
    const data = { signInLink: `${siteUrl}/customer-auth`, resetLink: `${siteUrl}/customer-auth?view=forgot` };
    await sendMail({ template: 'account-exists', recipient, locale, data });
  }

  async function sendLink({ locale }: RequestMetadata, { id, email }: { id: string; email: string }): Promise<void> {
    const token = newLinkToken();
    await orm.insert(verifications).values({
      identifier: identifierOf(token),
      value: id,
      expiresAt: new Date(Date.now() + day * 1000),
    });
    const data = { link: `${siteUrl}/#verify=${token}` };
    await sendMail({ template: 'verify-email', recipient: email, locale, data });
  }

  async function passwordHashOf(userId: string): Promise<string> {
    const [account] = await orm
      .select({ hash: accounts.password })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
    return account?.hash ?? '';
  }
}
