import type { ClientBase } from 'pg';
import { ormOn } from '#api/db/transaction-context.ts';
import { hashResetToken, newLinkToken } from '#api/auth/link-tokens.ts';
import { revokeAccess } from '#api/auth/revoke-access.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import type { Locale } from '#api/mail/mail.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { forgetUsers } from '#api/admin/retention/erase.ts';
import { email as emailSchema } from '#contract/fields.ts';
import { type CustomerRow, findCustomer } from './customers.ts';
import { findUser, type KnownUser } from './users.ts';

// Long enough for a holiday; the page of the link offers a new one after that.
const invitationDays = 14;

export interface Admission {
  email: string;
  /** By name or id. */
  customer: string;
  locale: Locale;
  siteUrl: string;
}

export interface Invited {
  customer: CustomerRow;
  outcome: 'invited' | 'had access';
  /** The login that had the address before, and is gone. */
  replaced?: KnownUser | undefined;
}

/** A login for the customer's records, and the mail that lets its reader in, and nobody else; both, or neither. */
export async function inviteUser(
  client: ClientBase,
  { email: given, customer: wanted, locale, siteUrl }: Admission,
): Promise<Invited> {
  const email = given.trim().toLowerCase();
  if (!emailSchema.safeParse(email).success) throw new OperatorError(`"${given}" is not an e-mail address.`);
  const customer = await findCustomer(client, wanted);
  const before = await findUser(client, email);
  await refuseReserved(client, email, before);
  if (before !== undefined) {
    refuseToMove(before, customer);
    if (before.customer_id === customer.id && before.email_verified && before.has_password)
      return { customer, outcome: 'had access' };
    // Anybody can sign up with this address, and a verified one shows no more than that somebody pressed a button: the
    // password, factors and sessions may be a stranger's. The row goes, and is not emptied: what a stranger's request
    // would write at this very moment, a session say, then has no login to belong to.
    await forgetUsers(client, [before.id]);
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
    link: `${siteUrl}/customer-auth#reset=${await passwordToken(client, userId)}`,
    customer: customer.name,
    days: String(invitationDays),
    resetLink: `${siteUrl}/customer-auth?view=forgot`,
  };
  await enqueueMail(ormOn(client), { template: 'invitation', recipient: email, locale, data });
  await recordOperatorEvent(client, { event: 'user.invited', userId, customer: customer.id });
  return { customer, outcome: 'invited', replaced: before };
}

/** A new link for a user who was invited and has not followed the first one, in its language unless told otherwise. */
export async function resendInvitation(
  client: ClientBase,
  { email, locale, siteUrl }: { email: string; locale: Locale | undefined; siteUrl: string },
): Promise<Invited> {
  const user = await findUser(client, email);
  if (user === undefined || user.customer_id === null)
    throw new OperatorError(`Nobody was invited as ${email}: npm run portal -- users invite does it.`);
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

/** A login as it is, with whatever opens it: for an owner whom the operator knows. They are told by mail. */
export async function linkUser(
  client: ClientBase,
  { email, customer: wanted, locale, siteUrl, isSure }: Admission & { isSure: boolean },
): Promise<{ customer: CustomerRow; isNew: boolean }> {
  const user = await findUser(client, email);
  if (user === undefined)
    throw new OperatorError(`There is no user ${email}: invite them with npm run portal -- users invite.`);
  const customer = await findCustomer(client, wanted);
  refuseToMove(user, customer);
  if (user.customer_id === customer.id) return { customer, isNew: false };
  if (!user.email_verified)
    throw new OperatorError(
      `Nobody has shown that ${user.email} is theirs: anybody can sign up with an address. Invite them with npm run portal -- users invite, which lets in whoever reads that mailbox.`,
    );
  if (!isSure)
    throw new OperatorError(
      `${aboutUser(user)} Whoever can open it would see the records of ${customer.name}. If this person has told you, by a way other than this address, that the login and all that opens it are theirs, say --yes; in doubt, npm run portal -- users invite.`,
    );
  await link(client, user.id, customer);
  const data = { link: `${siteUrl}/customer-portal`, customer: customer.name };
  await enqueueMail(ormOn(client), { template: 'access-granted', recipient: user.email, locale, data });
  return { customer, isNew: true };
}

/** What an operator should know of a login before trusting it. */
export function aboutUser(user: KnownUser): string {
  const { email, created_at, email_verified, verified_at, last_signed_in_at, has_codes, is_locked, passkeys } = user;
  const day = (moment: string) => moment.slice(0, 10);
  const verified = email_verified
    ? `its address was verified${verified_at === null ? '' : ` on ${day(verified_at)}`}`
    : 'its address was never verified';
  const used = last_signed_in_at === null ? 'it was never used' : `it was last used on ${day(last_signed_in_at)}`;
  // A password that its owner chose anew leaves the passkeys of whoever was there before.
  const factors = `It has ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} and ${has_codes ? '' : 'no '}codes of an authenticator.`;
  const locked = is_locked ? ' It is locked until a new password is chosen by mail.' : '';
  return `The login ${email} was made on ${day(created_at)}, ${verified}, and ${used}. ${factors}${locked}`;
}

async function createUser(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('INSERT INTO users (email, name) VALUES ($1, $1) RETURNING id', [
    email,
  ]);
  return (rows[0] as { id: string }).id;
}

/** A login belongs to one customer at most: nobody is moved by surprise. */
function refuseToMove(user: KnownUser, { id, name }: CustomerRow): void {
  if (user.customer !== null && user.customer_id !== id)
    throw new OperatorError(
      `The user ${user.email} is linked to ${user.customer}: unlink them first, if they are to see ${name} instead.`,
    );
}

/** Another login had the address until a few days ago, and its owner could not take it back from an invited user. */
async function refuseReserved(client: ClientBase, email: string, user: KnownUser | undefined): Promise<void> {
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
      `The login ${reserved.owner} had the address ${email} and can take it back until ${reserved.until} UTC. If its owner did not change the address, they open the link in our mail about the change, which restores the address and locks the login; nobody needs to be invited then. If the change is right, invite them after that time, or under another address.`,
    );
}

async function link(client: ClientBase, userId: string, { id }: CustomerRow): Promise<void> {
  await client.query('INSERT INTO customer_users (user_id, customer_id) VALUES ($1, $2)', [userId, id]);
  // Whoever had access to the account before the link must show anew who they are.
  await revokeAccess(ormOn(client), { event: 'user.linked', actor: 'operator', userId, customer: id });
}

// As the sign-in library keeps the token of a password that is to be chosen anew.
async function passwordToken(client: ClientBase, userId: string): Promise<string> {
  const token = newLinkToken();
  await client.query(
    `INSERT INTO verifications (identifier, value, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))`,
    [hashResetToken(token), userId, invitationDays],
  );
  return token;
}
