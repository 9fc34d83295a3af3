import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, like } from 'drizzle-orm';
import { isUniqueViolation } from '#api/db/outage.ts';
import { users, verifications } from '#api/db/schema/accounts.ts';
import { enqueueMail } from '#api/mail/enqueue-mail.ts';
import { AccountError, invalidLink } from './account-error.ts';
import { type Desk, evenTime, hour } from './desk.ts';
import { inEvenTime } from './even-time.ts';
import { resetPurpose } from './reset-link.ts';
import type { Visitor } from './visitor.ts';

const purpose = 'change-email:';
// The token is in the mail alone: whoever reads the table cannot follow the link.
const identifierOf = (token: string) => `${purpose}${createHash('sha256').update(token).digest('base64url')}`;

interface Change {
  userId: string;
  newEmail: string;
}

/** Another address: shown to be its owner's by a link, then told to the address before. */
export function changingEmail({ orm, settings, limiter, sendMail, transaction, record, provenUserOf }: Desk) {
  const { siteUrl } = settings;
  return {
    /** The same answer whether or not the new address has an account of its own. */
    async requestEmailChange(visitor: Visitor, given: string): Promise<void> {
      const newEmail = given.toLowerCase();
      const { userId, email } = await provenUserOf(visitor);
      if (newEmail === email) throw new AccountError('same_email', 'This is your email address already.');
      await limiter.take('mail', { address: [visitor.address, 30, hour], account: [userId, 5, hour] });
      await inEvenTime(evenTime, () =>
        transaction(async () => {
          const token = randomBytes(24).toString('base64url');
          await orm.insert(verifications).values({
            identifier: identifierOf(token),
            value: JSON.stringify({ userId, newEmail } satisfies Change),
            expiresAt: new Date(Date.now() + hour * 1000),
          });
          const { locale } = visitor;
          const [taken] = await orm.select({ id: users.id }).from(users).where(eq(users.email, newEmail));
          await sendMail(
            taken === undefined
              ? {
                  template: 'confirm-email',
                  recipient: newEmail,
                  locale,
                  data: { link: `${siteUrl}/#confirm-email=${token}` },
                }
              : {
                  template: 'account-exists',
                  recipient: newEmail,
                  locale,
                  data: { signInLink: `${siteUrl}/customer-auth`, resetLink: `${siteUrl}/customer-auth#forgot` },
                },
          );
          await record(visitor, { event: 'email.change_requested', actor: 'user', userId });
        }),
      );
    },

    async confirmEmailChange(visitor: Visitor, token: string): Promise<void> {
      await limiter.take('confirm-email', { address: [visitor.address, 30, hour] });
      try {
        await transaction(() => change(visitor, token));
      } catch (error) {
        // Somebody signed up with it meanwhile.
        throw isUniqueViolation(error) ? invalidLink : error;
      }
    },
  };

  async function change(visitor: Visitor, token: string): Promise<void> {
    const [found] = await orm
      .delete(verifications)
      .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, new Date())))
      .returning({ value: verifications.value });
    if (found === undefined) throw invalidLink;
    const { userId, newEmail } = JSON.parse(found.value) as Change;
    const [before] = await orm.select().from(users).where(eq(users.id, userId)).for('update');
    if (before === undefined) throw invalidLink;
    await orm
      .update(users)
      .set({ email: newEmail, emailVerified: true, ...(before.name === before.email ? { name: newEmail } : {}) })
      .where(eq(users.id, userId));
    // Links that went to the address before open nothing any more, nor do other changes that were asked for.
    await orm
      .delete(verifications)
      .where(and(eq(verifications.value, userId), like(verifications.identifier, `${resetPurpose}%`)));
    await orm
      .delete(verifications)
      .where(and(like(verifications.identifier, `${purpose}%`), like(verifications.value, `%${userId}%`)));
    const { locale } = visitor;
    const data = { link: `${siteUrl}/customer-portal?view=security` };
    await enqueueMail(orm, { template: 'email-changed', recipient: before.email, locale, data });
    await record(visitor, { event: 'email.changed', actor: 'user', userId });
  }
}
