import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { findCustomer } from '#api/admin/customers.ts';

/** Whose data: a customer with all its logins, or one login. */
export interface Subject {
  customer: { id: string; name: string } | undefined;
  users: { id: string; email: string }[];
  isWhole: boolean;
}

const isAddress = (wanted: string) => wanted.includes('@');

/** By id, by name, by the customer's own address or by that of one of its logins. */
export async function customerSubject(client: ClientBase, wanted: string): Promise<Subject> {
  const id = isAddress(wanted) ? await idByAddress(client, wanted.trim().toLowerCase()) : wanted;
  const { id: customerId, name } = await findCustomer(client, id);
  const { rows } = await client.query<Subject['users'][number]>(
    'SELECT id, email FROM users JOIN customer_users ON user_id = users.id WHERE customer_id = $1 ORDER BY email',
    [customerId],
  );
  return { customer: { id: customerId, name }, users: rows, isWhole: true };
}

async function idByAddress(client: ClientBase, address: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM customers WHERE lower(email) = $1 UNION
    SELECT customer_id FROM customer_users JOIN users ON users.id = user_id WHERE users.email = $1`,
    [address],
  );
  if (rows.length > 1)
    throw new OperatorError(`${rows.length} customers have the address ${address}: name one by its id.`);
  if (rows[0] === undefined) throw new OperatorError(`No customer has the address ${address}, nor a login of it.`);
  return rows[0].id;
}

/** By id or by address. */
export async function userSubject(client: ClientBase, wanted: string): Promise<Subject> {
  const { rows } = await client.query<{ id: string; email: string; customer_id: string | null; name: string | null }>(
    `SELECT users.id, users.email, customer_id, customers.name FROM users
    LEFT JOIN customer_users ON user_id = users.id LEFT JOIN customers ON customers.id = customer_id
    WHERE users.id::text = $1 OR users.email = $1`,
    [wanted.trim().toLowerCase()],
  );
  const [user] = rows;
  if (user === undefined) throw new OperatorError(`There is no user ${wanted}: see npm run portal -- users list.`);
  const { id, email, customer_id: customerId, name } = user;
  const customer = customerId === null ? undefined : { id: customerId, name: name ?? '' };
  return { customer, users: [{ id, email }], isWhole: false };
}
