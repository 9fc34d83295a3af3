import type { ClientBase } from 'pg';
import { revokeAccess } from '#api/auth/revoke-access.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type Locale, siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { findCustomer } from './customers.ts';

export interface UserRow {
  id: string;
  email: string;
  email_verified: boolean;
  customer_id: string | null;
  customer: string | null;
  created_at: string;
}

export interface ListedUser extends UserRow {
  last_signed_in_at: string | null;
  /** Delivery status of the newest mail to them, within 30 days. */
  mail: 'sent' | 'waiting' | 'failed' | null;
  mail_error: string | null;
}

/** With facts that help an operator decide whether to trust the user. */
export interface KnownUser extends UserRow {
  has_password: boolean;
  /** From the audit log, which is kept for a year. */
  verified_at: string | null;
  last_signed_in_at: string | null;
  has_codes: boolean;
  is_locked: boolean;
  passkeys: number;
}

const columns = `users.id, users.email, email_verified, customer_id, customers.name AS customer, users.created_at::text`;
const source = `users LEFT JOIN customer_users ON user_id = users.id LEFT JOIN customers ON customers.id = customer_id`;
// Following a password reset or email change link proves access to the mailbox, like a verification.
const knowledge = `EXISTS (SELECT FROM accounts WHERE user_id = users.id AND password IS NOT NULL) AS has_password,
  EXISTS (SELECT FROM two_factors WHERE user_id = users.id) AS has_codes,
  (SELECT count(*)::integer FROM passkeys WHERE user_id = users.id) AS passkeys,
  locked_at IS NOT NULL AS is_locked, last_signed_in_at::text, (SELECT max(happened_at)::text FROM audit_events WHERE user_id = users.id
    AND event IN ('account.verified', 'password.reset', 'email.changed')) AS verified_at`;

// Sorted once: there is no index by recipient.
const newestMail = `(SELECT DISTINCT ON (lower(recipient)) lower(recipient) AS email, last_error,
    CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END AS state
  FROM mail_outbox ORDER BY lower(recipient), created_at DESC)`;

export async function listUsers(client: ClientBase, customer?: string): Promise<ListedUser[]> {
  const customerId = customer === undefined ? null : (await findCustomer(client, customer)).id;
  const { rows } = await client.query<ListedUser>(
    `SELECT ${columns}, last_signed_in_at::text, mail.state AS mail, mail.last_error AS mail_error
    FROM ${source} LEFT JOIN ${newestMail} AS mail ON mail.email = users.email
    WHERE $1::uuid IS NULL OR customer_id = $1 ORDER BY users.email`,
    [customerId],
  );
  return rows;
}

export async function findUser(client: ClientBase, email: string): Promise<KnownUser | undefined> {
  const { rows } = await client.query<KnownUser>(
    `SELECT ${columns}, ${knowledge} FROM ${source} WHERE users.email = $1`,
    [email.trim().toLowerCase()],
  );
  return rows[0];
}

async function requireUser(client: ClientBase, email: string): Promise<KnownUser> {
  const user = await findUser(client, email);
  if (user === undefined) throw new OperatorError(`There is no user ${email}.`);
  return user;
}

export async function unlinkUser(client: ClientBase, email: string): Promise<string> {
  const user = await requireUser(client, email);
  if (user.customer === null) throw new OperatorError(`The user ${email} is linked to no customer.`);
  await client.query('DELETE FROM customer_users WHERE user_id = $1', [user.id]);
  await recordOperatorEvent(client, {
    event: 'user.unlinked',
    userId: user.id,
    customer: user.customer_id ?? undefined,
  });
  return user.customer;
}

interface LostFactors {
  email: string;
  locale: Locale;
  siteUrl: string;
}

/**
 * For users who lost their authenticator and recovery codes. Their sessions end, since the devices may be lost too, and
 * they are notified by mail in case somebody else asked for it.
 */
export async function removeFactors(
  client: ClientBase,
  { email, locale, siteUrl }: LostFactors,
): Promise<{ codes: number; passkeys: number }> {
  const user = await requireUser(client, email);
  const count = async (text: string) => (await client.query(text, [user.id])).rowCount ?? 0;
  const removed = {
    codes: await count('DELETE FROM two_factors WHERE user_id = $1'),
    passkeys: await count('DELETE FROM passkeys WHERE user_id = $1'),
  };
  await client.query('UPDATE users SET two_factor_enabled = false WHERE id = $1', [user.id]);
  await revokeAccess(ormOn(client), {
    event: 'factor.all_removed',
    actor: 'operator',
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
