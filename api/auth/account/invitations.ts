import { and, eq, sql } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { sessions, users } from '#api/db/user-schema.ts';
import { type Orm, inTransaction } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { type Locale, type Mail, siteLinks } from '#api/mail/mail.ts';
import type { AcceptInvitation, InvitationLink } from '#contract/people.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { UserError } from '#api/lib/errors.ts';
import { invalidLink } from '#api/auth/core/auth-errors.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { readSessionToken } from '#api/auth/core/cookies.ts';
import { hashPassword } from '#api/auth/core/password-hash.ts';
import { setPassword } from '#api/auth/credentials/passwords.ts';
import { lockUser, voidLinks } from '#api/auth/session/revoke-access.ts';
import { requireUser, revokeOtherAccess } from '#api/auth/session/sessions.ts';
import { isReserved } from './sign-up.ts';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { rejectWeakPassword } from '#api/auth/credentials/weak-password.ts';

// An invitation gives access to the reader of the mailbox, and to nobody else: only the mail has the token. Whether the
// email address has an account is known to that reader alone.

// Covers a holiday; afterwards it can be sent again.
export const invitationDays = 14;

export interface NewInvitation {
  email: string;
  /** The customer's name. */
  customer: string;
  roles: readonly CustomerRole[];
  /** The email address of the owner who invites; undefined for staff, who invite for the company. */
  inviter?: string | undefined;
  locale: Locale;
  siteUrl: string;
}

/** The token of a new invitation, as it is stored and as it is mailed. */
export function newInvitation({ email, customer, roles, inviter = '', locale, siteUrl }: NewInvitation) {
  const token = newLinkToken();
  const mail: Mail = {
    template: 'invitation',
    recipient: email,
    locale,
    data: {
      link: siteLinks(siteUrl).acceptInvitation(token, locale),
      customer,
      roles: roles.join(','),
      days: String(invitationDays),
      inviter,
    },
  };
  return {
    mail,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + invitationDays * 24 * hour * 1000).toISOString(),
  };
}

/** For the page of the link. Only the holder of the link can read it. */
export async function getInvitationLink({ orm, limiter }: AuthContext, { ipAddress }: RequestMetadata, token: string) {
  await limiter.consume('invitation-link', { ipAddress: [ipAddress, 60, hour] });
  return findInvitation(orm, token);
}

async function findInvitation(orm: Orm, token: string): Promise<InvitationLink> {
  const { rows } = await orm.execute<{ email: string; customer: string; roles: CustomerRole[] }>(
    sql`SELECT email, customer, roles FROM find_invitation(${hashToken(token)})`,
  );
  const [invitation] = rows;
  if (invitation === undefined) throw invalidLink;
  const [account] = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, invitation.email), eq(users.emailVerified, true)));
  return { ...invitation, hasAccount: account !== undefined };
}

/** Creates the account of an invited person who has none. With a verified account, they sign in and accept as its user. */
export async function acceptInvitation(
  { orm, limiter, siteUrl, startHash }: AuthContext,
  request: RequestMetadata,
  { token, newPassword, name }: AcceptInvitation,
): Promise<void> {
  await limiter.consume('accept-invitation', { ipAddress: [request.ipAddress, 30, hour] });
  const { email, hasAccount } = await findInvitation(orm, token);
  if (hasAccount) throw signInFirst;
  rejectWeakPassword(newPassword, email, siteUrl);
  if (await isReserved(orm, email)) throw reserved;
  const hash = await hashPassword(newPassword, startHash(request));
  await inTransaction(orm, async () => {
    await deleteUnverified(orm, email);
    const [user] = await orm
      .insert(users)
      .values({ email, name: name ?? email, emailVerified: true, language: request.language ?? null })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (user === undefined) throw signInFirst;
    await setPassword(orm, user.id, hash);
    const customer = await accept(orm, token, user.id);
    await recordEvent(orm, { event: 'user.linked', actor: 'visitor', userId: user.id, customer }, request);
  });
}

/**
 * Anybody can sign up with this email address. The row is deleted rather than cleared, so that nothing of an unverified
 * sign-up remains and a concurrent request of its author cannot add a session to it.
 */
async function deleteUnverified(orm: Orm, email: string): Promise<void> {
  const [stranger] = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, false)))
    .for('update');
  if (stranger === undefined) return;
  await voidLinks(orm, stranger.id);
  await orm.delete(users).where(eq(users.id, stranger.id));
}

/** Adds the customer to the account of the signed-in user and makes it the active one. Their other sessions end. */
export async function acceptInvitationAsUser(ctx: AuthContext, request: RequestMetadata, token: string): Promise<void> {
  const { orm, limiter } = ctx;
  const { userId } = await requireUser(ctx, request);
  await limiter.consume('accept-invitation', { account: [userId, 30, hour] });
  await inTransaction(orm, async () => {
    await lockUser(orm, userId);
    const customer = await accept(orm, token, userId);
    await orm
      .update(sessions)
      .set({ activeCustomerId: customer })
      .where(eq(sessions.token, readSessionToken(ctx, request.cookies) ?? ''));
    await revokeOtherAccess(ctx, request, { event: 'user.linked', userId, customer });
  });
}

async function accept(orm: Orm, token: string, userId: string): Promise<string> {
  const { rows } = await orm.execute<{ customer: string | null }>(
    sql`SELECT accept_invitation(${hashToken(token)}, ${userId}) AS customer`,
  );
  const customer = rows[0]?.customer ?? null;
  if (customer === null) throw invalidLink;
  return customer;
}

const signInFirst = new UserError('account_exists', 'You already have an account. Please sign in to accept.');
const reserved = new UserError(
  'email_reserved',
  'This email address belonged to another account until a few days ago. Please try again in a week, or write to us.',
);
