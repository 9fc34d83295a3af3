import { and, asc, eq, gt, gte, or } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { emailUndoLinks, users, verifications } from '#api/db/user-schema.ts';
import { inTransaction, type Orm } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { Locale } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { isUniqueViolation, UserError } from '#api/lib/errors.ts';
import { confirmationNeeded, invalidLink } from '#api/auth/core/auth-errors.ts';
import { type AuthContext, notifyExistingOwner, withMinimumDuration } from '#api/auth/core/auth-context.ts';
import { day, hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { lockUser, revokeAccess, voidLinks } from '#api/auth/session/revoke-access.ts';
import { requireConfirmedUser, requireUser } from '#api/auth/session/sessions.ts';

// A link to the new email address proves who owns it. The old address is notified of the request and of the change, each
// time with a link that undoes it, unless the account returns to a previous one.

const identifierOf = (token: string) => `change-email:${hashToken(token)}`;

// Long enough for a holiday.
export const undoDays = 7;

interface EmailChange {
  userId: string;
  newEmail: string;
}

interface UndoLink {
  email: string;
  createdAt: Date;
}

/** The response is the same whether or not the new email address has an account of its own. */
export async function requestEmailChange(ctx: AuthContext, request: RequestMetadata, requestedEmail: string) {
  const { orm, limiter, sendMail, links } = ctx;
  const newEmail = requestedEmail.toLowerCase();
  const { userId, ...user } = await requireConfirmedUser(ctx, request);
  if (newEmail === user.email) throw new UserError('same_email', 'This is your email address already.');
  await limiter.consume('mail', { ipAddress: [request.ipAddress, 30, hour], account: [userId, 5, hour] });
  await withMinimumDuration(ctx, () =>
    inTransaction(orm, async () => {
      await lockUser(orm, userId);
      // While this waited for the lock, the session may have ended and the email address may have changed.
      const { email, isConfirmed } = await requireUser(ctx, request);
      if (!isConfirmed) throw confirmationNeeded;
      const locale = await languageOf(orm, userId, request);
      const token = newLinkToken();
      await orm.insert(verifications).values({
        identifier: identifierOf(token),
        value: JSON.stringify({ userId, newEmail } satisfies EmailChange),
        expiresAt: new Date(Date.now() + hour * 1000),
      });
      const [existing] = await orm.select({ id: users.id }).from(users).where(eq(users.email, newEmail));
      if (existing === undefined) {
        const data = { link: links.confirmEmail(token) };
        await sendMail({ template: 'confirm-email', recipient: newEmail, locale, data });
      } else {
        await notifyExistingOwner(ctx, request, newEmail);
      }
      if ((await findOldestUndoLink(orm, userId, newEmail)) === undefined) {
        const data = { link: links.cancelEmailChange(await createUndoLink(orm, userId, email)) };
        await enqueueMail(orm, { template: 'email-change-requested', recipient: email, locale, data });
      }
      await recordEvent(orm, { event: 'email.change_requested', actor: 'user', userId }, request);
    }),
  );
}

/** For email addresses that are not, or no longer, those of an account. */
async function languageOf(orm: Orm, userId: string, { locale }: RequestMetadata): Promise<Locale> {
  const [user] = await orm.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return user?.language ?? locale;
}

export async function confirmEmailChange(ctx: AuthContext, request: RequestMetadata, token: string): Promise<void> {
  await ctx.limiter.consume('confirm-email', { ipAddress: [request.ipAddress, 30, hour] });
  try {
    await inTransaction(ctx.orm, () => applyEmailChange(ctx, request, token));
  } catch (error) {
    // Another account has this email address by now.
    throw isUniqueViolation(error) ? invalidLink : error;
  }
}

async function applyEmailChange(ctx: AuthContext, request: RequestMetadata, token: string): Promise<void> {
  const { orm, links } = ctx;
  const isThisLink = and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, new Date()));
  const [pending] = await orm.select({ value: verifications.value }).from(verifications).where(isThisLink);
  if (pending === undefined) throw invalidLink;
  const { userId, newEmail } = JSON.parse(pending.value) as EmailChange;
  await lockUser(orm, userId);
  const used = await orm.delete(verifications).where(isThisLink);
  if (used.rowCount === 0) throw invalidLink;
  const oldEmail = await setEmail(orm, userId, newEmail);
  const locale = await languageOf(orm, userId, request);
  // Voids the links that were sent to the old email address, and other pending changes.
  await voidLinks(orm, userId);
  const undoLink = await findOldestUndoLink(orm, userId, newEmail);
  if (undoLink === undefined) {
    const data = { link: links.revertEmailChange(await createUndoLink(orm, userId, oldEmail)) };
    await enqueueMail(orm, { template: 'email-changed', recipient: oldEmail, locale, data });
  } else {
    await deleteUndoLinks(orm, userId, undoLink);
    await notifyOfUndo(ctx, locale, oldEmail);
  }
  await recordEvent(orm, { event: 'email.changed', actor: 'user', userId }, request);
}

/**
 * For the owner of the old email address: restores it, ends all access and locks the account until a new password is
 * chosen.
 */
export async function undoEmailChange(ctx: AuthContext, request: RequestMetadata, token: string): Promise<void> {
  await ctx.limiter.consume('undo-email-change', { ipAddress: [request.ipAddress, 30, hour] });
  // Thrown after the commit: the account stays locked.
  if (!(await inTransaction(ctx.orm, () => undo(ctx, request, token)))) throw invalidLink;
}

/**
 * A link undoes its own change and all later ones: an intruder may have changed the email address twice and hold the link
 * of the second change. The links of earlier changes stay valid. Returns false if another account has the email
 * address by now: then access still ends, and the account is locked with its current one.
 */
async function undo(ctx: AuthContext, request: RequestMetadata, token: string): Promise<boolean> {
  const { orm } = ctx;
  const isThisLink = and(eq(emailUndoLinks.tokenHash, hashToken(token)), gt(emailUndoLinks.expiresAt, new Date()));
  const [found] = await orm.select({ userId: emailUndoLinks.userId }).from(emailUndoLinks).where(isThisLink);
  if (found === undefined) throw invalidLink;
  const { userId } = found;
  await lockUser(orm, userId);
  const [link] = await orm.delete(emailUndoLinks).where(isThisLink).returning();
  if (link === undefined) throw invalidLink;
  const { email } = link;
  await deleteUndoLinks(orm, userId, link);
  const replacedEmail = await restoreEmail(orm, userId, email);
  await orm.update(users).set({ lockedAt: new Date() }).where(eq(users.id, userId));
  const event = replacedEmail === email ? 'email.change_cancelled' : 'email.change_reverted';
  const outcome = replacedEmail === undefined ? 'rejected' : 'done';
  await revokeAccess(orm, { event, actor: 'visitor', userId, outcome }, { trace: request });
  await recordEvent(orm, { event: 'account.locked', actor: 'visitor', userId }, request);
  if (replacedEmail !== undefined && replacedEmail !== email)
    await notifyOfUndo(ctx, await languageOf(orm, userId, request), replacedEmail);
  return replacedEmail !== undefined;
}

/** Returns the replaced email address, or undefined if another account has the restored one. */
async function restoreEmail(orm: Orm, userId: string, email: string): Promise<string | undefined> {
  try {
    return await inTransaction(orm, () => setEmail(orm, userId, email));
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Returns the replaced email address. */
async function setEmail(orm: Orm, userId: string, email: string): Promise<string> {
  const [user] = await orm.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (user === undefined) throw invalidLink;
  await orm
    .update(users)
    .set({ email, emailVerified: true, ...(user.name === user.email ? { name: email } : {}) })
    .where(eq(users.id, userId));
  return user.email;
}

async function notifyOfUndo({ orm, links }: AuthContext, locale: Locale, recipient: string): Promise<void> {
  await enqueueMail(orm, { template: 'email-change-undone', recipient, locale, data: { link: links.contact } });
}

/**
 * Exists if the account had this email address before. Returning to it undoes the later changes, and the address that is
 * given up gets no undo link: it may be the one that an intruder set.
 */
async function findOldestUndoLink(orm: Orm, userId: string, email: string): Promise<UndoLink | undefined> {
  const [oldest] = await orm
    .select({ email: emailUndoLinks.email, createdAt: emailUndoLinks.createdAt })
    .from(emailUndoLinks)
    .where(
      and(eq(emailUndoLinks.userId, userId), eq(emailUndoLinks.email, email), gt(emailUndoLinks.expiresAt, new Date())),
    )
    .orderBy(asc(emailUndoLinks.createdAt))
    .limit(1);
  return oldest;
}

async function createUndoLink(orm: Orm, userId: string, email: string): Promise<string> {
  const token = newLinkToken();
  await orm.insert(emailUndoLinks).values({
    userId,
    email,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + undoDays * day * 1000),
  });
  return token;
}

/** The links of this change and of all later ones. */
async function deleteUndoLinks(orm: Orm, userId: string, { email, createdAt }: UndoLink): Promise<void> {
  await orm
    .delete(emailUndoLinks)
    .where(
      and(
        eq(emailUndoLinks.userId, userId),
        or(gte(emailUndoLinks.createdAt, createdAt), eq(emailUndoLinks.email, email)),
      ),
    );
}
