import { and, eq, gt, like } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { accounts, emailUndoLinks, users, verifications } from '#api/db/user-schema.ts';
import { inTransaction, type Orm } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { SignUp, VerifyEmail } from '#contract/auth.ts';
import { UserError } from '#api/lib/errors.ts';
import { invalidLink, wrongSignUpPassword } from '#api/auth/core/auth-errors.ts';
import { type AuthContext, notifyExistingOwner, withMinimumDuration } from '#api/auth/core/auth-context.ts';
import { day, hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { hashPassword, verifyPassword } from '#api/auth/core/password-hash.ts';
import { getPasswordHash, setPassword } from '#api/auth/credentials/passwords.ts';
import { lockUser, revokeAccess } from '#api/auth/session/revoke-access.ts';
import { rejectWeakPassword } from '#api/auth/credentials/weak-password.ts';

// Anybody can sign up with anybody's email address, so an account is usable only after the link in the mail was opened by
// somebody who also knows the password of the last sign-up.

const purpose = 'verify-email:';
const identifierOf = (token: string) => `${purpose}${hashToken(token)}`;

/** Same response and duration whether or not the email address has an account; a mail tells its owner. */
export async function signUp(ctx: AuthContext, request: RequestMetadata, { email: enteredEmail, password }: SignUp) {
  rejectWeakPassword(password, enteredEmail, ctx.siteUrl);
  await ctx.limiter.consume('sign-up', { ipAddress: [request.ipAddress, 30, hour], account: [enteredEmail, 10, hour] });
  await withMinimumDuration(ctx, async () => {
    const hash = await hashPassword(password, ctx.startHash(request));
    await inTransaction(ctx.orm, () => createUser(ctx, request, enteredEmail.toLowerCase(), hash));
  });
}

async function createUser(ctx: AuthContext, request: RequestMetadata, email: string, hash: string): Promise<void> {
  const { orm, sendMail, links } = ctx;
  const event = { event: 'account.signed_up', actor: 'visitor' } as const;
  if (await isReserved(orm, email)) {
    const data = { link: links.contact };
    await sendMail({ template: 'email-reserved', recipient: email, locale: request.locale, data });
    await recordEvent(orm, { ...event, outcome: 'rejected' }, request);
    return;
  }
  await orm.insert(users).values({ email, name: email }).onConflictDoNothing();
  const [user] = await orm.select().from(users).where(eq(users.email, email)).for('update');
  if (user === undefined) throw new UserError('bad_request', 'Please try again.');
  const userId = user.id;
  if (user.emailVerified) {
    await notifyExistingOwner(ctx, request, email);
    await recordEvent(orm, { ...event, outcome: 'rejected', userId }, request);
    return;
  }
  // An earlier sign-up with this email address was never verified: its password and links are replaced.
  await setPassword(orm, userId, hash);
  await orm
    .update(users)
    .set({ language: request.language ?? null })
    .where(eq(users.id, userId));
  await orm
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}%`)));
  await sendVerificationLink(ctx, request, user);
  await recordEvent(orm, { ...event, userId }, request);
}

/** An account had this email address until recently and may get it back: nobody can take it meanwhile. */
export async function isReserved(orm: Orm, email: string): Promise<boolean> {
  const [link] = await orm
    .select({ id: emailUndoLinks.id })
    .from(emailUndoLinks)
    .where(and(eq(emailUndoLinks.email, email), gt(emailUndoLinks.expiresAt, new Date())))
    .limit(1);
  return link !== undefined;
}

async function sendVerificationLink(
  { orm, sendMail, links }: AuthContext,
  { locale }: RequestMetadata,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const token = newLinkToken();
  await orm.insert(verifications).values({
    identifier: identifierOf(token),
    value: id,
    expiresAt: new Date(Date.now() + day * 1000),
  });
  await sendMail({
    template: 'verify-email',
    recipient: email,
    locale,
    data: { link: links.verifyEmail(token) },
  });
}

/** A wrong password leaves the link valid. */
export async function verifyEmail(
  { orm, limiter, startHash }: AuthContext,
  request: RequestMetadata,
  { token, password }: VerifyEmail,
): Promise<void> {
  await limiter.consume('verify-email', { ipAddress: [request.ipAddress, 30, hour] });
  const isThisLink = and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, new Date()));
  const [found] = await orm.select({ userId: verifications.value }).from(verifications).where(isThisLink);
  if (found === undefined) throw invalidLink;
  const { userId } = found;
  const hash = await getPasswordHash(orm, userId);
  if (!(await verifyPassword({ hash, password }, startHash(request)))) throw wrongSignUpPassword;
  await inTransaction(orm, async () => {
    await lockUser(orm, userId);
    // A sign-up in the meantime replaced the password and deleted the link.
    const used = await orm.delete(verifications).where(isThisLink);
    if (used.rowCount === 0) throw invalidLink;
    await orm.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
    await revokeAccess(orm, { event: 'account.verified', actor: 'visitor', userId }, { trace: request });
  });
}

export async function sendVerificationMail(ctx: AuthContext, request: RequestMetadata, email: string): Promise<void> {
  const { orm, limiter } = ctx;
  await limiter.consume('mail', { ipAddress: [request.ipAddress, 30, hour] });
  await withMinimumDuration(ctx, () =>
    inTransaction(orm, async () => {
      const [user] = await orm
        .select({ id: users.id, email: users.email })
        .from(users)
        .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
        .where(and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, false)));
      if (user !== undefined) await sendVerificationLink(ctx, request, user);
    }),
  );
}
