import type { ClientBase } from 'pg';
import { revokeAccess } from '#api/auth/session/revoke-access.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { fromSqlState, OperatorError } from '#api/lib/errors.ts';
import { type Locale, siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { findCustomer } from '#api/services/customers/operator-customers.ts';
import { program } from '#api/lib/program.ts';

export interface MembershipRow {
  customer_id: string;
  customer: string;
  roles: CustomerRole[];
}

interface PersonRow {
  email: string;
  email_verified: boolean;
  memberships: MembershipRow[];
  /** Not accepted yet. */
  invitations: (MembershipRow & { expires_at: string })[];
  last_signed_in_at: string | null;
}

export interface ListedUser extends PersonRow {
  /** Null for somebody who was invited and has no account. */
  id: string | null;
  /** The account's language, or else that of the first invitation. */
  created_at: string;
  /** Delivery status of the newest mail to them, within 30 days. */
  mail: 'sent' | 'waiting' | 'failed' | null;
  mail_error: string | null;
}

/** With facts that help an operator decide whether to trust the user. */
export interface KnownUser extends PersonRow {
  id: string;
  created_at: string;
  /** From the audit log, which is kept for a year. */
  verified_at: string | null;
  has_codes: boolean;
  is_locked: boolean;
  passkeys: number;
}

const membershipRows = `(SELECT coalesce(json_agg(json_build_object('customer_id', customer_id, 'customer', customers.name, 'roles', roles)
    ORDER BY memberships.created_at, customer_id), '[]')
  FROM memberships JOIN customers ON customers.id = customer_id WHERE user_id = users.id) AS memberships`;
const invitationRows = (
  email: string,
) => `(SELECT coalesce(json_agg(json_build_object('customer_id', customer_id, 'customer', customers.name,
    'roles', roles, 'expires_at', expires_at) ORDER BY invitations.created_at, customer_id), '[]')
  FROM invitations JOIN customers ON customers.id = customer_id WHERE invitations.email = ${email}) AS invitations`;
// Following a password reset or email change link proves access to the mailbox, like a verification.
const knowledge = `EXISTS (SELECT FROM two_factors WHERE user_id = users.id) AS has_codes,
  (SELECT count(*)::integer FROM passkeys WHERE user_id = users.id) AS passkeys,
  locked_at IS NOT NULL AS is_locked, last_signed_in_at::text, (SELECT max(happened_at)::text FROM audit_events WHERE user_id = users.id
    AND event IN ('account.verified', 'password.reset', 'email.changed')) AS verified_at`;

// Sorted once: there is no index by recipient.
const newestMail = `(SELECT DISTINCT ON (email) lower(data->>'recipient') AS email, last_error,
    CASE WHEN done_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END AS state
  FROM jobs WHERE kind = 'mail' ORDER BY email, created_at DESC)`;

/** Users and people who were invited. */
export async function listUsers(client: ClientBase, customer?: string): Promise<ListedUser[]> {
  const customerId = customer === undefined ? null : (await findCustomer(client, customer)).id;
  const { rows } = await client.query<ListedUser>(
    `SELECT users.id, people.email, coalesce(email_verified, false) AS email_verified, ${membershipRows}, ${invitationRows('people.email')},
      coalesce(users.created_at, people.invited_at)::text AS created_at, last_signed_in_at::text,
      mail.state AS mail, mail.last_error AS mail_error
    FROM (SELECT email, min(invited_at) AS invited_at FROM (SELECT email, NULL::timestamptz AS invited_at FROM users
        UNION ALL SELECT email, created_at FROM invitations) AS known GROUP BY email) AS people
      LEFT JOIN users ON users.email = people.email LEFT JOIN ${newestMail} AS mail ON mail.email = people.email
    WHERE $1::uuid IS NULL OR EXISTS (SELECT FROM memberships WHERE user_id = users.id AND customer_id = $1)
      OR EXISTS (SELECT FROM invitations WHERE invitations.email = people.email AND customer_id = $1)
    ORDER BY people.email`,
    [customerId],
  );
  return rows;
}

export async function findUser(client: ClientBase, email: string): Promise<KnownUser | undefined> {
  const { rows } = await client.query<KnownUser>(
    `SELECT users.id, users.email, email_verified, users.created_at::text, ${membershipRows}, ${invitationRows('users.email')}, ${knowledge}
    FROM users WHERE users.email = $1`,
    [email.trim().toLowerCase()],
  );
  return rows[0];
}

export async function requireUser(client: ClientBase, email: string): Promise<KnownUser> {
  const user = await findUser(client, email);
  if (user === undefined) throw new OperatorError(`There is no user ${email}.`);
  return user;
}

/** Finds a customer by name or id, or the only one that the person belongs to or is invited to. */
export async function findAccess(
  client: ClientBase,
  email: string,
  customer: string | undefined,
): Promise<{ email: string; userId: string | undefined; isInvited: boolean; access: MembershipRow }> {
  const address = email.trim().toLowerCase();
  const user = await findUser(client, address);
  const { rows } = await client.query<MembershipRow>(
    `SELECT customer_id, customers.name AS customer, roles FROM invitations JOIN customers ON customers.id = customer_id
    WHERE invitations.email = $1 ORDER BY invitations.created_at`,
    [address],
  );
  const wanted = customer === undefined ? undefined : (await findCustomer(client, customer)).id;
  const isWanted = ({ customer_id }: MembershipRow) => wanted === undefined || customer_id === wanted;
  const members = (user?.memberships ?? []).filter(isWanted);
  const found = [...members, ...rows.filter(isWanted)];
  const [access] = found;
  if (access === undefined)
    throw new OperatorError(`${email} has no access to ${customer ?? 'any customer'}, and no invitation.`);
  if (found.length > 1)
    throw new OperatorError(
      `${email} has access to, or is invited to, ${found.map((one) => one.customer).join(', ')}: add --customer.`,
    );
  return { email: address, userId: user?.id, isInvited: members.length === 0, access };
}

/** Removes a membership, or withdraws an invitation. Returns the customer's name. */
export async function unlinkUser(client: ClientBase, enteredEmail: string, customer?: string): Promise<string> {
  const { email, userId, isInvited, access } = await findAccess(client, enteredEmail, customer);
  const { customer_id: customerId, customer: name } = access;
  if (isInvited) {
    await client.query('DELETE FROM invitations WHERE email = $1 AND customer_id = $2', [email, customerId]);
    await recordOperatorEvent(client, { event: 'invitation.withdrawn', customer: customerId });
    return name;
  }
  await client
    .query('DELETE FROM memberships WHERE user_id = $1 AND customer_id = $2', [userId, customerId])
    .catch(rejectLastOwner(email, name));
  await recordOperatorEvent(client, { event: 'user.unlinked', userId, customer: customerId });
  return name;
}

/** The database keeps an owner as long as a customer has people (keep_an_owner). */
export const rejectLastOwner = (email: string, customer: string) =>
  fromSqlState({
    PT409: new OperatorError(
      `${email} is the last owner of ${customer}: make somebody else an owner first, with ${program} users link <email> --customer "${customer}" --roles owner.`,
    ),
  });

export interface LostFactors {
  email: string;
  locale: Locale;
  siteUrl: string;
}

/**
 * For users who lost their authenticator and recovery codes. Their sessions end, since the devices may be lost too, and
 * they are notified by mail in case somebody else asked for it.
 */
export async function removeFactors(client: ClientBase, request: LostFactors) {
  const user = await requireUser(client, request.email);
  const staff = await client.query('SELECT FROM staff_members WHERE user_id = $1', [user.id]);
  if (staff.rowCount !== 0)
    throw new OperatorError(
      `${user.email} is staff: use ${program} staff reset-factors ${user.email}, which also issues the code to enrol a new factor.`,
    );
  return removeFactorsOf(client, user, request, 'operator');
}

/** `actor`: staff have their own event, and what follows from it is the system's. */
export async function removeFactorsOf(
  client: ClientBase,
  user: { id: string; email: string },
  { locale, siteUrl }: Pick<LostFactors, 'locale' | 'siteUrl'>,
  actor: 'operator' | 'system',
): Promise<{ codes: number; passkeys: number }> {
  const count = async (text: string) => (await client.query(text, [user.id])).rowCount ?? 0;
  const removed = {
    codes: await count('DELETE FROM two_factors WHERE user_id = $1'),
    passkeys: await count('DELETE FROM passkeys WHERE user_id = $1'),
  };
  // Without passkeys a user without a password could no longer sign in: they choose one with a link by mail.
  await client.query('UPDATE users SET two_factor_enabled = false, password_disabled_at = NULL WHERE id = $1', [
    user.id,
  ]);
  await revokeAccess(ormOn(client), {
    event: 'factor.all_removed',
    actor,
    userId: user.id,
    details: removed,
  });
  if (removed.codes + removed.passkeys > 0) {
    const data = {
      link: siteLinks(siteUrl).security,
      resetLink: siteLinks(siteUrl).forgotPassword,
    };
    await enqueueMail(ormOn(client), { template: 'factors-removed', recipient: user.email, locale, data });
  }
  return removed;
}

/** Ends all sessions of a user, with its links and known devices. Returns the number of sessions. */
export async function endSessions(client: ClientBase, email: string): Promise<number> {
  const found = await client.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    email.trim().toLowerCase(),
  ]);
  const userId = found.rows[0]?.id;
  if (userId === undefined) throw new OperatorError(`There is no user ${email}.`);
  const { sessions } = await revokeAccess(ormOn(client), { event: 'session.revoked', actor: 'operator', userId });
  return sessions;
}
