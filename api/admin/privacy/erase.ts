import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { forgetCustomer, forgetUsers } from '#api/admin/retention/erase.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { Subject } from './data-subject.ts';

export interface Erased {
  removed: Record<string, number>;
  /** What stays, and why: sentences for the one who asked. */
  kept: string[];
  /** Whose mails, where they were written to files, are to go too. */
  addresses: string[];
}

/** Removes all that the law lets us, in the transaction of the caller. */
export async function eraseCustomer(client: ClientBase, { customer, users }: Subject, now: Date): Promise<Erased> {
  if (customer === undefined) throw new OperatorError('There is no customer to erase.');
  const { rows } = await client.query<{ email: string | null; erased_at: Date | null }>(
    'SELECT lower(email) AS email, erased_at FROM customers WHERE id = $1 FOR UPDATE',
    [customer.id],
  );
  const addresses = [...users.map(({ email }) => email), ...(rows[0]?.email ? [rows[0].email] : [])];
  const { removed, kept } = await forgetCustomer(client, customer.id, now);
  const { invoices, payments } = kept;
  await recordOperatorEvent(client, { event: 'customer.erased', customer: customer.id, details: kept });
  return {
    removed,
    addresses,
    kept:
      invoices + payments === 0
        ? []
        : [
            `${invoices} invoices and ${payments} payments, under "Erased customer ${customer.id.slice(0, 8)}" and without names or notes: ` +
              'the law obliges us to keep them for 10 years after their financial year (Code de commerce, art. L123-22). The daily retention removes them then.',
          ],
  };
}

/** One login. What it wrote for its customer is the customer's; only its address is taken out of it. */
export async function eraseUser(client: ClientBase, { customer, users: [user] }: Subject): Promise<Erased> {
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
  const removed = await forgetUsers(client, [user.id]);
  await recordOperatorEvent(client, { event: 'user.erased', userId: user.id, customer: customer?.id });
  const others = await client.query('SELECT FROM customer_users WHERE customer_id = $1', [customer?.id]);
  return {
    removed,
    addresses: [user.email],
    kept: [
      ...(written === 0
        ? []
        : [
            `${written} tickets that this login wrote: they are ${customer?.name ?? 'its customer'}’s, and no longer say who wrote them.`,
          ]),
      ...(customer === undefined || (others.rowCount ?? 0) > 0
        ? []
        : [`The customer ${customer.name}, which has no login left: erase-customer erases it too.`]),
    ],
  };
}
