import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { recordByOperator } from '#api/audit/record-event.ts';
import { enqueueMail } from '#api/mail/enqueue-mail.ts';
import type { Locale } from '#api/mail/mail.ts';
import { PlainStop } from '#api/plain-stop.ts';
import { email as emailSchema } from '#contract/fields.ts';
import { type CustomerRow, findCustomer } from './customers.ts';
import { ormOf } from './open-for-operator.ts';

export interface UserRow {
  id: string;
  email: string;
  email_verified: boolean;
  customer_id: string | null;
  customer: string | null;
  created_at: string;
}

const selection = `SELECT users.id, users.email, email_verified, customer_id, customers.name AS customer, users.created_at::text
  FROM users LEFT JOIN customer_users ON user_id = users.id LEFT JOIN customers ON customers.id = customer_id`;

// Long enough for a holiday; the page of the link offers a new one after that.
const invitationDays = 14;

export async function listUsers(client: ClientBase, customer?: string): Promise<UserRow[]> {
  const customerId = customer === undefined ? null : (await findCustomer(client, customer)).id;
  const { rows } = await client.query<UserRow>(
    `${selection} WHERE $1::uuid IS NULL OR customer_id = $1 ORDER BY users.email`,
    [customerId],
  );
  return rows;
}

export async function linkUser(
  client: ClientBase,
  email: string,
  wanted: string,
): Promise<{ customer: CustomerRow; isNew: boolean }> {
  const user = await findUser(client, email);
  if (user === undefined)
    throw new PlainStop(`There is no user ${email}: invite them with npm run portal -- users invite.`);
  const customer = await findCustomer(client, wanted);
  return { customer, isNew: await link(client, user, customer) };
}

export async function unlinkUser(client: ClientBase, email: string): Promise<string> {
  const user = await findUser(client, email);
  if (user === undefined) throw new PlainStop(`There is no user ${email}.`);
  if (user.customer === null) throw new PlainStop(`The user ${email} is linked to no customer.`);
  await client.query('DELETE FROM customer_users WHERE user_id = $1', [user.id]);
  await recordByOperator(client, { event: 'user.unlinked', userId: user.id, customer: user.customer_id ?? undefined });
  return user.customer;
}

/** For whoever has lost their authenticator and their recovery codes. Their sessions end: who has them is not known. */
export async function removeFactors(client: ClientBase, email: string): Promise<{ codes: number; passkeys: number }> {
  const user = await findUser(client, email);
  if (user === undefined) throw new PlainStop(`There is no user ${email}.`);
  const count = async (text: string) => (await client.query(text, [user.id])).rowCount ?? 0;
  const removed = {
    codes: await count('DELETE FROM two_factors WHERE user_id = $1'),
    passkeys: await count('DELETE FROM passkeys WHERE user_id = $1'),
  };
  await client.query('UPDATE users SET two_factor_enabled = false WHERE id = $1', [user.id]);
  await client.query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
  await recordByOperator(client, { event: 'factor.all_removed', userId: user.id, details: removed });
  return removed;
}

export interface Invitation {
  email: string;
  customer: string;
  locale: Locale;
  siteUrl: string;
}

/** A login for the customer's records, and the mail that lets its reader in; both, or neither. */
export async function inviteUser(
  client: ClientBase,
  { email: given, customer: wanted, locale, siteUrl }: Invitation,
): Promise<{ customer: CustomerRow; outcome: 'invited' | 'linked' | 'had access' }> {
  const email = given.trim().toLowerCase();
  if (!emailSchema.safeParse(email).success) throw new PlainStop(`"${given}" is not an e-mail address.`);
  const customer = await findCustomer(client, wanted);
  const user = (await findUser(client, email)) ?? (await createUser(client, email));
  const isNew = await link(client, user, customer);
  if (user.email_verified && !isNew) return { customer, outcome: 'had access' };

  const orm = ormOf(client);
  if (user.email_verified) {
    const data = { link: `${siteUrl}/customer-portal`, customer: customer.name };
    await enqueueMail(orm, { template: 'access-granted', recipient: email, locale, data });
    return { customer, outcome: 'linked' };
  }
  // Whoever signed up with this address has not shown that it is theirs: their password must not open what we link now.
  await client.query('DELETE FROM accounts WHERE user_id = $1', [user.id]);
  const data = {
    link: `${siteUrl}/customer-auth#reset=${await passwordToken(client, user.id)}`,
    customer: customer.name,
  };
  await enqueueMail(orm, { template: 'invitation', recipient: email, locale, data });
  await recordByOperator(client, { event: 'user.invited', userId: user.id, customer: customer.id });
  return { customer, outcome: 'invited' };
}

async function findUser(client: ClientBase, email: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(`${selection} WHERE users.email = $1`, [email.trim().toLowerCase()]);
  return rows[0];
}

async function createUser(client: ClientBase, email: string): Promise<UserRow> {
  await client.query('INSERT INTO users (email, name) VALUES ($1, $1)', [email]);
  return (await findUser(client, email)) as UserRow;
}

/** Whether the link is new. A login belongs to one customer at most: nobody is moved by surprise. */
async function link(client: ClientBase, user: UserRow, { id, name }: CustomerRow): Promise<boolean> {
  if (user.customer_id === id) return false;
  if (user.customer !== null) {
    throw new PlainStop(
      `The user ${user.email} is linked to ${user.customer}: unlink them first, if they are to see ${name} instead.`,
    );
  }
  await client.query('INSERT INTO customer_users (user_id, customer_id) VALUES ($1, $2)', [user.id, id]);
  await recordByOperator(client, { event: 'user.linked', userId: user.id, customer: id });
  return true;
}

// As the sign-in library keeps the token of a password that is to be chosen anew.
async function passwordToken(client: ClientBase, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await client.query(
    `INSERT INTO verifications (identifier, value, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))`,
    [`reset-password:${token}`, userId, invitationDays],
  );
  return token;
}
