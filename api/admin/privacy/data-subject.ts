import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { findCustomer } from '#api/admin/customers.ts';

/** A customer with all its users, or one user. */
export interface DataSubject {
  customer: { id: string; name: string } | undefined;
  users: { id: string; email: string }[];
  isWhole: boolean;
}

/** By id, name, email address of the customer or of one of its users. */
export async function findCustomerSubject(client: ClientBase, wanted: string): Promise<DataSubject> {
  const id = wanted.includes('@') ? await findIdByEmail(client, wanted.trim().toLowerCase()) : wanted;
  const { id: customerId, name } = await findCustomer(client, id);
  const { rows } = await client.query<DataSubject['users'][number]>(
    'SELECT id, email FROM users JOIN customer_users ON user_id = users.id WHERE customer_id = $1 ORDER BY email',
    [customerId],
  );
  return { customer: { id: customerId, name }, users: rows, isWhole: true };
}

async function findIdByEmail(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM customers WHERE lower(email) = $1 UNION
    SELECT customer_id FROM customer_users JOIN users ON users.id = user_id WHERE users.email = $1`,
    [email],
  );
  if (rows.length > 1) throw new OperatorError(`${rows.length} customers have the email address ${email}: use the id.`);
  if (rows[0] === undefined) throw new OperatorError(`No customer, nor a user of one, has the email address ${email}.`);
  return rows[0].id;
}

/** By id or email address. */
export async function findUserSubject(client: ClientBase, wanted: string): Promise<DataSubject> {
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
