import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { program } from '#api/lib/program.ts';

export interface CustomerFields {
  name?: string | undefined;
  contact?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  siren?: string | undefined;
  risk?: string | undefined;
  /** An amount, or `computed`: the sum of the unpaid invoices. */
  totalOutstanding?: string | undefined;
}

export type NewCustomer = CustomerFields & { name: string };

export interface CustomerRow {
  id: string;
  name: string;
  contact: string | null;
  email: string | null;
  phone: string | null;
  siren: string | null;
  risk: string;
  /** Null where the balance is computed. */
  total_outstanding: string | null;
  /** The balance shown to the customer. */
  outstanding: string;
  unpaid_invoices: string;
  created_at: string;
}

const columns =
  'id, name, contact, email, phone, siren, risk, total_outstanding, outstanding, unpaid_invoices, created_at::text';
const customers = 'customers JOIN customer_balances ON customer_id = customers.id';

export async function createCustomer(client: ClientBase, customer: NewCustomer): Promise<CustomerRow> {
  const { rows: same } = await client.query('SELECT 1 FROM customers WHERE fold(name) = fold($1)', [customer.name]);
  if (same.length > 0) throw new OperatorError(`A customer named "${customer.name}" already exists.`);
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO customers (name, contact, email, phone, siren, risk, total_outstanding)
    VALUES ($1, $2, $3, $4, $5, coalesce($6, 'low'), nullif($7, 'computed')::numeric) RETURNING id`,
    [
      customer.name,
      customer.contact,
      customer.email,
      customer.phone,
      customer.siren,
      customer.risk,
      customer.totalOutstanding,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The customer was not created.');
  await recordOperatorEvent(client, { event: 'customer.created', customer: id });
  return findCustomer(client, id);
}

/** Undefined fields keep their value. */
export async function updateCustomer(
  client: ClientBase,
  wanted: string,
  { name, contact, email, phone, siren, risk, totalOutstanding }: CustomerFields,
): Promise<CustomerRow> {
  const { id } = await findCustomer(client, wanted);
  await client.query(
    `UPDATE customers SET name = coalesce($2, name), contact = coalesce($3, contact), email = coalesce($4, email),
      phone = coalesce($5, phone), siren = coalesce($6, siren), risk = coalesce($7, risk),
      total_outstanding = CASE WHEN $8 = 'computed' THEN NULL ELSE coalesce(nullif($8, 'computed')::numeric, total_outstanding) END
    WHERE id = $1`,
    [id, name, contact, email, phone, siren, risk, totalOutstanding],
  );
  await recordOperatorEvent(client, { event: 'customer.changed', customer: id });
  return findCustomer(client, id);
}

export async function listCustomers(client: ClientBase): Promise<(CustomerRow & { users: number })[]> {
  const { rows } = await client.query<CustomerRow & { users: number }>(
    `SELECT ${columns}, (SELECT count(*)::integer FROM memberships WHERE memberships.customer_id = customers.id) AS users
    FROM ${customers} ORDER BY fold(name), id`,
  );
  return rows;
}

/** By id, by the number of the accounting, or by name, ignoring accents and case. */
export async function findCustomer(client: ClientBase, wanted: string): Promise<CustomerRow> {
  const { rows } = await client.query<CustomerRow>(
    `SELECT ${columns} FROM ${customers} WHERE id::text = lower($1) OR fold(name) = fold($1) OR lower(number) = lower($1)`,
    [wanted.trim()],
  );
  if (rows.length > 1) {
    throw new OperatorError(`${rows.length} customers are named "${wanted}": use the id.`);
  }
  if (rows[0] === undefined)
    throw new OperatorError(`There is no customer "${wanted}": see ${program} customers list.`);
  return rows[0];
}

export async function describeCustomer(client: ClientBase, wanted: string) {
  const customer = await findCustomer(client, wanted);
  const { rows: users } = await client.query<{ email: string; email_verified: boolean; roles: string[] }>(
    `SELECT email, email_verified, roles FROM users JOIN memberships ON user_id = users.id WHERE customer_id = $1 ORDER BY email`,
    [customer.id],
  );
  const { rows: counts } = await client.query<Record<string, number>>(
    `SELECT (SELECT count(*)::integer FROM invoices WHERE customer_id = $1) AS invoices,
      (SELECT count(*)::integer FROM contracts WHERE customer_id = $1) AS contracts,
      (SELECT count(*)::integer FROM payments WHERE customer_id = $1) AS payments,
      (SELECT count(*)::integer FROM licenses WHERE customer_id = $1) AS licenses,
      (SELECT count(*)::integer FROM tickets WHERE customer_id = $1 AND status <> 'closed') AS "open tickets"`,
    [customer.id],
  );
  return { ...customer, users, counts: counts[0] ?? {} };
}
