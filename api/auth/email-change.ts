import { and, asc, eq, gt, gte, or } from 'drizzle-orm';
import { isUniqueViolation } from '#api/db/errors.ts';
import { emailUndoLinks, users, verifications } from '#api/db/schema/accounts.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { AccountError, confirmationNeeded, invalidLink } from './account-error.ts';
import { type AuthContext, minimumDurationMs, hour } from './auth-context.ts';
import { withMinimumDuration } from './minimum-duration.ts';
import { hashLinkToken, newLinkToken } from './link-tokens.ts';
import { lockUser, revokeAccess, voidLinks } from './revoke-access.ts';
import type { RequestMetadata } from './request-metadata.ts';

const identifierOf = (token: string) => `change-email:${hashLinkToken(token)}`;

// Long enough for a holiday; the new address can be taken away again until then.
const undoDays = 7;

interface Change {
  userId: string;
  newEmail: string;
}

interface UndoLink {
  email: string;
  createdAt: Date;
}

/**
 * Another email address: shown to be its owner's by a link. The address before is told when the change is asked for and
 * when it is made, each time with a link that undoes it, unless the account returns to an address that it had.
 */
export function changingEmail({
  orm,
  settings,
  limiter,
  sendMail,
  transaction,
  record,
  userOf,
  requireConfirmedUser,
}: AuthContext) {
  const { siteUrl } = settings;
  return {
    /** The same response whether or not the new address has an account of its own. */
    async requestEmailChange(visitor: RequestMetadata, given: string): Promise<void> {
      const newEmail = given.toLowerCase();
      const { userId, ...asked } = await requireConfirmedUser(visitor);
      if (newEmail === asked.email) throw new AccountError('same_email', 'This is your email address already.');
      await limiter.take('mail', { address: [visitor.address, 30, hour], account: [userId, 5, hour] });
      await withMinimumDuration(minimumDurationMs, () =>
        transaction(async () => {
          await lockUser(orm, userId);
          // The session may have ended, and the email address have changed, while this waited for the lock.
          const { email, isConfirmed } = await userOf(visitor);
          if (!isConfirmed) throw confirmationNeeded;
          const token = newLinkToken();
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
                  data: { signInLink: `${siteUrl}/customer-auth`, resetLink: `${siteUrl}/customer-auth?view=forgot` },
                },
          );
          if ((await oldestUndoLink(userId, newEmail)) === undefined) {
            const data = { link: `${siteUrl}/#cancel-email=${await newUndoLink(userId, email)}` };
            await enqueueMail(orm, { template: 'email-change-requested', recipient: email, locale, data });
          }
          await record(visitor, { event: 'email.change_requested', actor: 'user', userId });
        }),
      );
    },

    async confirmEmailChange(visitor: RequestMetadata, token: string): Promise<void> {
      await limiter.take('confirm-email', { address: [visitor.address, 30, hour] });
      try {
        await transaction(() => change(visitor, token));
      } catch (error) {
        // Another account has the address by now.
        throw isUniqueViolation(error) ? invalidLink : error;
      }
    },

    /** For the owner of the address before: it comes back, everybody is signed out, and a new password is needed. */
    async undoEmailChange(visitor: RequestMetadata, token: string): Promise<void> {
      await limiter.take('undo-email-change', { address: [visitor.address, 30, hour] });
      const isRestored = await transaction(() => undo(visitor, token));
      if (!isRestored) throw invalidLink;
    },
  };

  async function change(visitor: RequestMetadata, token: string): Promise<void> {
    const isThis = and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, new Date()));
    const [asked] = await orm.select({ value: verifications.value }).from(verifications).where(isThis);
    if (asked === undefined) throw invalidLink;
    const { userId, newEmail } = JSON.parse(asked.value) as Change;
    await lockUser(orm, userId);
    const used = await orm.delete(verifications).where(isThis);
    if (used.rowCount === 0) throw invalidLink;
    const before = await setEmail(userId, newEmail);
    // Links that went to the address before open nothing any more, nor do other changes that were asked for.
    await voidLinks(orm, userId);
    const returned = await oldestUndoLink(userId, newEmail);
    if (returned === undefined) {
      const data = { link: `${siteUrl}/#revert-email=${await newUndoLink(userId, before)}` };
      await enqueueMail(orm, { template: 'email-changed', recipient: before, locale: visitor.locale, data });
    } else {
      await deleteUndoLinks(userId, returned);
      await tellUndone(visitor, before);
    }
    await record(visitor, { event: 'email.changed', actor: 'user', userId });
  }

  /**
   * A link undoes its own change and all that came after it: whoever got into the account may have changed the address
   * twice, and holds the link of the second change. The links of earlier changes stay valid. False where another account
   * has the address by now: then access ends all the same, and the account is locked with the address that it has.
   */
  async function undo(visitor: RequestMetadata, token: string): Promise<boolean> {
    const isThis = and(eq(emailUndoLinks.tokenHash, hashLinkToken(token)), gt(emailUndoLinks.expiresAt, new Date()));
    const [asked] = await orm.select({ userId: emailUndoLinks.userId }).from(emailUndoLinks).where(isThis);
    if (asked === undefined) throw invalidLink;
    const { userId } = asked;
    await lockUser(orm, userId);
    const [link] = await orm.delete(emailUndoLinks).where(isThis).returning();
    if (link === undefined) throw invalidLink;
    const { email } = link;
    await deleteUndoLinks(userId, link);
    const before = await restoreEmail(userId, email);
    await orm.update(users).set({ lockedAt: new Date() }).where(eq(users.id, userId));
    const event = before === email ? 'email.change_cancelled' : 'email.change_reverted';
    const outcome = before === undefined ? 'refused' : 'done';
    await revokeAccess(orm, { event, actor: 'visitor', userId, outcome }, { trace: visitor });
    await record(visitor, { event: 'account.locked', actor: 'visitor', userId });
    if (before !== undefined && before !== email) await tellUndone(visitor, before);
    return before !== undefined;
  }

  /** Returns the address that it was; undefined where another account has the address. */
  async function restoreEmail(userId: string, email: string): Promise<string | undefined> {
    try {
      return await transaction(() => setEmail(userId, email));
    } catch (error) {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  /**
   * Whoever returns to an email address that the account had undoes what came after it. The address that is left gets no
   * link to undo this: it may be the one that an intruder gave the account.
   */
  async function oldestUndoLink(userId: string, email: string): Promise<UndoLink | undefined> {
    const [oldest] = await orm
      .select({ email: emailUndoLinks.email, createdAt: emailUndoLinks.createdAt })
      .from(emailUndoLinks)
      .where(
        and(
          eq(emailUndoLinks.userId, userId),
          eq(emailUndoLinks.email, email),
          gt(emailUndoLinks.expiresAt, new Date()),
        ),
      )
      .orderBy(asc(emailUndoLinks.createdAt))
      .limit(1);
    return oldest;
  }

  /** The links of this change and of all that came after it. */
  async function deleteUndoLinks(userId: string, { email, createdAt }: UndoLink): Promise<void> {
    await orm
      .delete(emailUndoLinks)
      .where(
        and(
          eq(emailUndoLinks.userId, userId),
          or(gte(emailUndoLinks.createdAt, createdAt), eq(emailUndoLinks.email, email)),
        ),
      );
  }

  async function tellUndone({ locale }: RequestMetadata, recipient: string): Promise<void> {
    const data = { link: `${siteUrl}/contact` };
    await enqueueMail(orm, { template: 'email-change-undone', recipient, locale, data });
  }

  /** Returns the address that it was. */
  async function setEmail(userId: string, email: string): Promise<string> {
    const [before] = await orm.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (before === undefined) throw invalidLink;
    await orm
      .update(users)
      .set({ email, emailVerified: true, ...(before.name === before.email ? { name: email } : {}) })
      .where(eq(users.id, userId));
    return before.email;
  }

  async function newUndoLink(userId: string, email: string): Promise<string> {
    const token = newLinkToken();
    await orm.insert(emailUndoLinks).values({
      userId,
      email,
      tokenHash: hashLinkToken(token),
      expiresAt: new Date(Date.now() + undoDays * 24 * hour * 1000),
    });
    return token;
  }
}
