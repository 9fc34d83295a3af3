import type { ClientBase } from 'pg';
import { ormOn } from '#api/db/transaction-context.ts';
import { hashResetToken, newLinkToken } from '#api/auth/tokens.ts';
import { revokeAccess } from '#api/auth/revoke-access.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { type Locale, siteLinks } from '#api/mail/mail.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { eraseUserRows } from '#api/admin/retention/erase.ts';
import { email as emailSchema } from '#contract/fields.ts';
import { type CustomerRow, findCustomer } from './customers.ts';
import { type KnownUser, findUser } from './users.ts';

// Covers a holiday; afterwards the page of the link offers a new one.
export const invitationDays = 14;

export interface Invitation {
  email: string;
  /** By name or id. */
  customer: string;
  locale: Locale;
  siteUrl: string;
}

export interface Invited {
  customer: CustomerRow;
  outcome: 'invited' | 'had access';
  /** The deleted user that had the email address before. */
  replaced?: KnownUser | undefined;
}

/** Creates a user for the customer and queues the invitation; only the reader of the mailbox can use it. */
export async function inviteUser(
  client: ClientBase,
  { email: enteredEmail, customer: wanted, locale, siteUrl }: Invitation,
): Promise<Invited> {
  const email = enteredEmail.trim().toLowerCase();
  if (!emailSchema.safeParse(email).success) throw new OperatorError(`"${enteredEmail}" is not an email address.`);
  const customer = await findCustomer(client, wanted);
  const before = await findUser(client, email);
  await rejectReserved(client, email, before);
  if (before !== undefined) {
    rejectOtherCustomer(before, customer);
    if (before.customer_id === customer.id && before.email_verified && before.has_password)
      return { customer, outcome: 'had access' };
    // Anybody can sign up with this email address, and verification only needs a click: password, factors and sessions may
    // be a stranger's. The row is deleted rather than cleared, so that a concurrent request of the stranger cannot add a
    // session to it.
    await eraseUserRows(client, [before.id]);
  }
  const userId = await createUser(client, email);
  if (before !== undefined)
    await recordOperatorEvent(client, {
      event: 'user.replaced',
      userId,
      customer: customer.id,
      entity: `user:${before.id}`,
    });
  await link(client, userId, customer);
  const data = {
    link: siteLinks(siteUrl).resetPassword(await passwordToken(client, userId)),
    customer: customer.name,
    days: String(invitationDays),
    resetLink: siteLinks(siteUrl).forgotPassword,
  };
  await enqueueMail(ormOn(client), { template: 'invitation', recipient: email, locale, data });
  await recordOperatorEvent(client, { event: 'user.invited', userId, customer: customer.id });
  return { customer, outcome: 'invited', replaced: before };
}

/** A new link for an invited user who has not used the first one; default language: that of the last invitation. */
export async function resendInvitation(
  client: ClientBase,
  { email, locale, siteUrl }: { email: string; locale: Locale | undefined; siteUrl: string },
): Promise<Invited> {
  const user = await findUser(client, email);
  if (user === undefined || user.customer_id === null)
    throw new OperatorError(`Nobody was invited as ${email}: use npm run portal -- users invite.`);
  const { rows } = await client.query<{ locale: Locale | null }>(
    `SELECT locale FROM mail_outbox WHERE template = 'invitation' AND lower(recipient) = $1 ORDER BY created_at DESC LIMIT 1`,
    [user.email],
  );
  return inviteUser(client, {
    email: user.email,
    customer: user.customer_id,
    locale: locale ?? rows[0]?.locale ?? 'en',
    siteUrl,
  });
}

/** Links an existing user with its credentials, for an owner whom the operator knows. The user is notified by mail. */
export async function linkUser(
  client: ClientBase,
  { email, customer: wanted, locale, siteUrl, isConfirmed }: Invitation & { isConfirmed: boolean },
): Promise<{ customer: CustomerRow; isNew: boolean }> {
  const user = await findUser(client, email);
  if (user === undefined)
    throw new OperatorError(`There is no user ${email}: invite them with npm run portal -- users invite.`);
  const customer = await findCustomer(client, wanted);
  rejectOtherCustomer(user, customer);
  if (user.customer_id === customer.id) return { customer, isNew: false };
  if (!user.email_verified)
    throw new OperatorError(
      `The email address ${user.email} is not verified: anybody can sign up with any email address. Use npm run portal -- users invite, which gives access to the reader of the mailbox only.`,
    );
  if (!isConfirmed)
    throw new OperatorError(
      `${describeUser(user)} Whoever can sign in to it would see the records of ${customer.name}. If the owner has confirmed to you, not by this email address, that the account and its credentials are theirs, add --yes; if in doubt, use npm run portal -- users invite.`,
    );
  await link(client, user.id, customer);
  const data = { link: siteLinks(siteUrl).portal, customer: customer.name };
  await enqueueMail(ormOn(client), { template: 'access-granted', recipient: user.email, locale, data });
  return { customer, isNew: true };
}

/** What an operator should know about a user before trusting it. */
export function describeUser(user: KnownUser): string {
  const { email, created_at, email_verified, verified_at, last_signed_in_at, has_codes, is_locked, passkeys } = user;
  const day = (moment: string) => moment.slice(0, 10);
  const verified = email_verified
    ? `its email address was verified${verified_at === null ? '' : ` on ${day(verified_at)}`}`
    : 'its email address was never verified';
  const used = last_signed_in_at === null ? 'it was never used' : `it was last used on ${day(last_signed_in_at)}`;
  // A password reset keeps passkeys, which may be a stranger's.
  const factors = `It has ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} and ${has_codes ? '' : 'no '}authenticator codes.`;
  const locked = is_locked ? ' It is locked until a new password is set by mail.' : '';
  return `The account ${email} was created on ${day(created_at)}, ${verified}, and ${used}. ${factors}${locked}`;
}

async function createUser(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('INSERT INTO users (email, name) VALUES ($1, $1) RETURNING id', [
    email,
  ]);
  return (rows[0] as { id: string }).id;
}

/** A user belongs to at most one customer. */
function rejectOtherCustomer(user: KnownUser, { id, name }: CustomerRow): void {
  if (user.customer !== null && user.customer_id !== id)
    throw new OperatorError(
      `The user ${user.email} is linked to ${user.customer}: unlink them first to link them to ${name}.`,
    );
}

/** Another user had the email address until a few days ago and could not restore it from an invited user. */
async function rejectReserved(client: ClientBase, email: string, user: KnownUser | undefined): Promise<void> {
  const { rows } = await client.query<{ owner: string; until: string }>(
    `SELECT users.email AS owner, to_char(max(expires_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS until
    FROM email_undo_links JOIN users ON users.id = user_id
    WHERE email_undo_links.email = $1 AND expires_at > now() AND user_id IS DISTINCT FROM $2::uuid
    GROUP BY users.id, users.email LIMIT 1`,
    [email, user?.id ?? null],
  );
  const [reserved] = rows;
  if (reserved !== undefined)
    throw new OperatorError(
      `The user ${reserved.owner} had the email address ${email} and can restore it until ${reserved.until} UTC. If its owner did not make the change, the link in our mail about it restores the email address and locks the account; no invitation is needed then. If the change is right, invite them after that time, or with another email address.`,
    );
}

async function link(client: ClientBase, userId: string, { id }: CustomerRow): Promise<void> {
  await client.query('INSERT INTO customer_users (user_id, customer_id) VALUES ($1, $2)', [userId, id]);
  // Whoever had access before the link must sign in again.
  await revokeAccess(ormOn(client), { event: 'user.linked', actor: 'operator', userId, customer: id });
}

// In the format of better-auth's password reset tokens.
async function passwordToken(client: ClientBase, userId: string): Promise<string> {
  const token = newLinkToken();
  await client.query(
    `INSERT INTO verifications (identifier, value, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))`,
    [hashResetToken(token), userId, invitationDays],
  );
  return token;
}
