import type { ClientBase } from 'pg';
import { newInvitation } from '#api/auth/account/invitations.ts';
import { revokeAccess } from '#api/auth/session/revoke-access.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type Locale, siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { email as emailSchema } from '#contract/fields.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { type CustomerRow, findCustomer } from '#api/services/customers/operator-customers.ts';
import { type KnownUser, findAccess, findUser, rejectLastOwner } from './users.ts';
import { program } from '#api/lib/program.ts';

export interface Invitation {
  email: string;
  /** By name or id. */
  customer: string;
  roles: readonly CustomerRole[];
  locale: Locale;
  siteUrl: string;
}

export interface Invited {
  customer: CustomerRow;
  outcome: 'invited' | 'had access';
}

/** Queues an invitation, which only the reader of the mailbox can accept. Inviting again voids the previous link. */
export async function inviteUser(
  client: ClientBase,
  { email: enteredEmail, customer: wanted, roles, locale, siteUrl }: Invitation,
): Promise<Invited> {
  const email = enteredEmail.trim().toLowerCase();
  if (!emailSchema.safeParse(email).success) throw new OperatorError(`"${enteredEmail}" is not an email address.`);
  const customer = await findCustomer(client, wanted);
  const user = await findUser(client, email);
  if (user?.memberships.some(({ customer_id }) => customer_id === customer.id) === true)
    return { customer, outcome: 'had access' };
  await rejectReserved(client, email, user);
  const { mail, tokenHash, expiresAt } = newInvitation({ email, customer: customer.name, roles, locale, siteUrl });
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (customer_id, email) DO UPDATE SET roles = excluded.roles, token_hash = excluded.token_hash,
      locale = excluded.locale, invited_by = NULL, created_at = now(), expires_at = excluded.expires_at RETURNING id`,
    [customer.id, email, roles, tokenHash, locale, expiresAt],
  );
  await enqueueMail(ormOn(client), mail);
  const entity = `invitation:${rows[0]?.id}`;
  const details = { roles: roles.join(',') };
  await recordOperatorEvent(client, {
    event: 'user.invited',
    userId: user?.id,
    customer: customer.id,
    entity,
    details,
  });
  return { customer, outcome: 'invited' };
}

/** A new link for somebody who has not accepted yet; default language: that of the last invitation. */
export async function resendInvitation(
  client: ClientBase,
  input: { email: string; customer: string | undefined; locale: Locale | undefined; siteUrl: string },
): Promise<Invited> {
  const { email, isInvited, access } = await findAccess(client, input.email, input.customer);
  const { customer_id: customer, roles } = access;
  if (!isInvited) return { customer: await findCustomer(client, customer), outcome: 'had access' };
  const { rows } = await client.query<{ locale: Locale }>(
    'SELECT locale FROM invitations WHERE email = $1 AND customer_id = $2',
    [email, customer],
  );
  const locale = input.locale ?? rows[0]?.locale ?? 'en';
  return inviteUser(client, { email, customer, roles, locale, siteUrl: input.siteUrl });
}

/**
 * Links an existing user with its credentials, for an owner whom the operator knows, or changes the roles of one who is
 * linked. A new one is notified by mail.
 */
export async function linkUser(
  client: ClientBase,
  { email, customer: wanted, roles, locale, siteUrl, isConfirmed }: Invitation & { isConfirmed: boolean },
): Promise<{ customer: CustomerRow; outcome: 'linked' | 'changed' | 'unchanged' }> {
  const user = await findUser(client, email);
  if (user === undefined)
    throw new OperatorError(`There is no user ${email}: invite them with ${program} users invite.`);
  const customer = await findCustomer(client, wanted);
  const membership = user.memberships.find(({ customer_id }) => customer_id === customer.id);
  if (membership !== undefined) return changeRoles(client, user, customer, roles);
  if (!user.email_verified)
    throw new OperatorError(
      `The email address ${user.email} is not verified: anybody can sign up with any email address. Use ${program} users invite, which gives access to the reader of the mailbox only.`,
    );
  if (!isConfirmed)
    throw new OperatorError(
      `${describeUser(user)} Anyone who can sign in to it would see the records of ${customer.name}. If the owner has confirmed to you, not by this email address, that the account and its credentials are theirs, add --yes; if in doubt, use ${program} users invite.`,
    );
  await client.query('INSERT INTO memberships (user_id, customer_id, roles) VALUES ($1, $2, $3)', [
    user.id,
    customer.id,
    roles,
  ]);
  await client.query('DELETE FROM invitations WHERE email = $1 AND customer_id = $2', [user.email, customer.id]);
  const details = { roles: roles.join(',') };
  // Sessions from before the link must sign in again.
  await revokeAccess(ormOn(client), {
    event: 'user.linked',
    actor: 'operator',
    userId: user.id,
    customer: customer.id,
    details,
  });
  const data = { link: siteLinks(siteUrl).portal, customer: customer.name };
  await enqueueMail(ormOn(client), { template: 'access-granted', recipient: user.email, locale, data });
  return { customer, outcome: 'linked' };
}

async function changeRoles(
  client: ClientBase,
  { id: userId, email }: KnownUser,
  customer: CustomerRow,
  roles: readonly CustomerRole[],
): Promise<{ customer: CustomerRow; outcome: 'changed' | 'unchanged' }> {
  const { rowCount } = await client
    .query('UPDATE memberships SET roles = $3 WHERE user_id = $1 AND customer_id = $2 AND roles <> $3', [
      userId,
      customer.id,
      roles,
    ])
    .catch(rejectLastOwner(email, customer.name));
  if (rowCount === 0) return { customer, outcome: 'unchanged' };
  const details = { roles: roles.join(',') };
  await recordOperatorEvent(client, { event: 'user.roles_changed', userId, customer: customer.id, details });
  return { customer, outcome: 'changed' };
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
