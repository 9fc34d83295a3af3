import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { findCustomer } from '#api/services/customers/operator-customers.ts';
import { type ErasedFiles, findMailFiles } from '../files/stored-files.ts';
import { eraseCustomerRows, eraseUserRows } from '../retention/erase.ts';
import { rejectLastAdmin } from '#api/services/people/staff.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { program } from '#api/lib/program.ts';

/** A customer with all its users, or one user. */
export interface DataSubject {
  /** Undefined for a user, who may belong to several. */
  customer: { id: string; name: string } | undefined;
  users: { id: string; email: string }[];
  isWhole: boolean;
}

/** By id, name, email address of the customer or of one of its users. */
export async function findCustomerSubject(client: ClientBase, wanted: string): Promise<DataSubject> {
  const id = wanted.includes('@') ? await findIdByEmail(client, wanted.trim().toLowerCase()) : wanted;
  const { id: customerId, name } = await findCustomer(client, id);
  const { rows } = await client.query<DataSubject['users'][number]>(
    'SELECT id, email FROM users JOIN memberships ON user_id = users.id WHERE customer_id = $1 ORDER BY email',
    [customerId],
  );
  return { customer: { id: customerId, name }, users: rows, isWhole: true };
}

async function findIdByEmail(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM customers WHERE lower(email) = $1 UNION
    SELECT customer_id FROM memberships JOIN users ON users.id = user_id WHERE users.email = $1`,
    [email],
  );
  if (rows.length > 1) throw new OperatorError(`${rows.length} customers have the email address ${email}: use the id.`);
  if (rows[0] === undefined) throw new OperatorError(`No customer, nor a user of one, has the email address ${email}.`);
  return rows[0].id;
}

/** By id or email address. */
export async function findUserSubject(client: ClientBase, wanted: string): Promise<DataSubject> {
  const { rows } = await client.query<DataSubject['users'][number]>(
    'SELECT id, email FROM users WHERE id::text = $1 OR email = $1',
    [wanted.trim().toLowerCase()],
  );
  if (rows[0] === undefined) throw new OperatorError(`There is no user ${wanted}: see ${program} users list.`);
  return { customer: undefined, users: [rows[0]], isWhole: false };
}

export interface Erased {
  removed: Record<string, number>;
  /** What is retained and why, as sentences for the data subject. */
  retained: string[];
  /** Recipients whose mail files must be deleted too. */
  emails: string[];
  /** To be removed after the commit. */
  files: ErasedFiles;
}

/** Erases all that need not be retained by law, in the caller's transaction. */
export async function eraseCustomer(client: ClientBase, { customer, users }: DataSubject, now: Date): Promise<Erased> {
  if (customer === undefined) throw new OperatorError('There is no customer to erase.');
  const { rows } = await client.query<{ email: string | null; erased_at: Date | null }>(
    'SELECT lower(email) AS email, erased_at FROM customers WHERE id = $1 FOR UPDATE',
    [customer.id],
  );
  const { rows: invited } = await client.query<{ email: string }>(
    `SELECT email FROM invitations WHERE customer_id = $1 AND NOT EXISTS (SELECT FROM users WHERE users.email = invitations.email)`,
    [customer.id],
  );
  const mails = await findMailFiles(client, { customerId: customer.id, users });
  const { removed, retained } = await eraseCustomerRows(client, customer.id, now);
  const { rows: left } = await client.query<{ email: string }>('SELECT email FROM users WHERE id = ANY($1)', [
    users.map(({ id }) => id),
  ]);
  // Users of other customers keep their account.
  const erasedUsers = users.filter(({ email }) => !left.some((user) => user.email === email));
  const emails = [
    ...[...erasedUsers, ...invited].map(({ email }) => email),
    ...(rows[0]?.email ? [rows[0].email] : []),
  ];
  const { invoices, payments } = retained;
  await recordOperatorEvent(client, { event: 'customer.erased', customer: customer.id, details: retained });
  return {
    removed,
    emails,
    files: { customerId: customer.id, mails },
    retained: [
      ...left.map(
        ({ email }) => `The user ${email}, who also belongs to another customer: use erase-user to erase it too.`,
      ),
      ...(invoices + payments === 0
        ? []
        : [
            `${invoices} invoices and ${payments} payments, under "Erased customer ${customer.id.slice(0, 8)}" and without names or notes: ` +
              'they must be retained by law for 10 years after their financial year (Code de commerce, art. L123-22), then the daily retention deletes them.',
          ]),
    ],
  };
}

/** Tickets and messages that the user wrote belong to the customer; only the email address is removed from them. */
export async function eraseUser(client: ClientBase, { users: [user] }: DataSubject): Promise<Erased> {
  if (user === undefined) throw new OperatorError('There is no user to erase.');
  const { rows: customers } = await client.query<{ id: string; name: string }>(
    'SELECT id, name FROM customers JOIN memberships ON customer_id = customers.id WHERE user_id = $1 ORDER BY name',
    [user.id],
  );
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer FROM tickets WHERE author_id = $1', [
    user.id,
  ]);
  const written = rows[0]?.count ?? 0;
  const email = [user.email.replaceAll(/[^a-z0-9@]/gi, String.raw`\$&`), user.email];
  await client.query(
    `UPDATE tickets SET subject = left(regexp_replace(subject, $1, '[erased]', 'gi'), 200),
      description = left(regexp_replace(description, $1, '[erased]', 'gi'), ${maxMessageLength})
    WHERE strpos(lower(subject || ' ' || description), $2) > 0`,
    email,
  );
  // Subjects that staff have changed.
  await client.query(
    `UPDATE ticket_events SET payload = regexp_replace(payload::text, $1, '[erased]', 'gi')::jsonb
    WHERE kind = 'subject_changed' AND strpos(lower(payload::text), $2) > 0`,
    email,
  );
  for (const table of ['ticket_messages', 'ticket_notes', 'canned_replies', 'pending_replies'])
    await client.query(
      `UPDATE ${table} SET body = left(regexp_replace(body, $1, '[erased]', 'gi'), ${maxMessageLength}) WHERE strpos(lower(body), $2) > 0`,
      email,
    );
  const mails = await findMailFiles(client, { users: [user] });
  const removed = await eraseUserRows(client, [user.id]).catch(rejectLastAdmin);
  const customer = customers.length === 1 ? customers[0]?.id : undefined;
  await recordOperatorEvent(client, { event: 'user.erased', userId: user.id, customer });
  const { rows: orphaned } = await client.query<{ name: string; users: number }>(
    `SELECT name, (SELECT count(*)::integer FROM memberships WHERE customer_id = customers.id) AS users FROM customers
    WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM memberships WHERE customer_id = customers.id AND 'owner' = ANY(roles)) ORDER BY name`,
    [customers.map(({ id }) => id)],
  );
  return {
    removed,
    emails: [user.email],
    files: { customerId: undefined, mails },
    retained: [
      ...(written === 0
        ? []
        : [
            `${written} tickets that this user wrote: they belong to ${customers.map(({ name }) => name).join(', ') || 'its customer'} and no longer show an author.`,
          ]),
      ...orphaned.map(({ name, users }) =>
        users === 0
          ? `The customer ${name}, which has no users left: use erase-customer to erase it too.`
          : `The customer ${name}, which has no owner left: use users link with --roles owner.`,
      ),
    ],
  };
}

/** Mails to these recipients that were written to files for lack of a mail server. Returns how many were, or would be, deleted. */
export async function deleteMailFiles(dataDir: string, emails: string[], isDryRun: boolean): Promise<number> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((one) => /\.eml(?:\.part)?$/.test(one))) {
    const to = /^To:[^\r\n]*/im.exec(await readFile(join(folder, name), 'utf8').catch(() => ''))?.[0].toLowerCase();
    if (!emails.some((email) => to?.includes(email) === true)) continue;
    if (!isDryRun) await rm(join(folder, name), { force: true });
    count += 1;
  }
  return count;
}
