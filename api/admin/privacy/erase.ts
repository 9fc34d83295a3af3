import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { eraseCustomerRows, eraseUserRows } from '#api/admin/retention/erase.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { DataSubject } from './data-subject.ts';

export interface Erased {
  removed: Record<string, number>;
  /** What is retained and why, as sentences for the data subject. */
  kept: string[];
  /** Recipients whose mail files must be deleted too. */
  emails: string[];
}

/** Erases all that need not be retained by law, in the caller's transaction. */
export async function eraseCustomer(client: ClientBase, { customer, users }: DataSubject, now: Date): Promise<Erased> {
  if (customer === undefined) throw new OperatorError('There is no customer to erase.');
  const { rows } = await client.query<{ email: string | null; erased_at: Date | null }>(
    'SELECT lower(email) AS email, erased_at FROM customers WHERE id = $1 FOR UPDATE',
    [customer.id],
  );
  const emails = [...users.map(({ email }) => email), ...(rows[0]?.email ? [rows[0].email] : [])];
  const { removed, kept } = await eraseCustomerRows(client, customer.id, now);
  const { invoices, payments } = kept;
  await recordOperatorEvent(client, { event: 'customer.erased', customer: customer.id, details: kept });
  return {
    removed,
    emails,
    kept:
      invoices + payments === 0
        ? []
        : [
            `${invoices} invoices and ${payments} payments, under "Erased customer ${customer.id.slice(0, 8)}" and without names or notes: ` +
              'they must be retained by law for 10 years after their financial year (Code de commerce, art. L123-22), then the daily retention deletes them.',
          ],
  };
}

/** Tickets that the user wrote belong to the customer; only the email address is removed from them. */
export async function eraseUser(client: ClientBase, { customer, users: [user] }: DataSubject): Promise<Erased> {
  if (user === undefined) throw new OperatorError('There is no user to erase.');
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer FROM tickets WHERE created_by = $1',
    [user.id],
  );
  const written = rows[0]?.count ?? 0;
  await client.query(
    `UPDATE tickets SET subject = left(regexp_replace(subject, $1, '[erased]', 'gi'), 200),
      description = left(regexp_replace(description, $1, '[erased]', 'gi'), 10000)
    WHERE strpos(lower(subject || ' ' || description), $2) > 0`,
    [user.email.replaceAll(/[^a-z0-9@]/gi, String.raw`\$&`), user.email],
  );
  const removed = await eraseUserRows(client, [user.id]);
  await recordOperatorEvent(client, { event: 'user.erased', userId: user.id, customer: customer?.id });
  const others = await client.query('SELECT FROM customer_users WHERE customer_id = $1', [customer?.id]);
  return {
    removed,
    emails: [user.email],
    kept: [
      ...(written === 0
        ? []
        : [
            `${written} tickets that this user wrote: they belong to ${customer?.name ?? 'its customer'} and no longer show an author.`,
          ]),
      ...(customer === undefined || (others.rowCount ?? 0) > 0
        ? []
        : [`The customer ${customer.name}, which has no users left: use erase-customer to erase it too.`]),
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
