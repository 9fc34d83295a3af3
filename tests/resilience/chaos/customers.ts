import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { sessions, users } from '#api/db/schema/accounts.ts';
import { customers as customerTable, customerUsers } from '#api/db/schema/records.ts';
import { cookieFor, makeCustomer, makeUser } from '#tests/support/api.ts';

export const password = 'a password under siege';
export const rowsOfEach = 7;

export interface Customer {
  id: string;
  /** In every row that is this customer's: a word that nobody else may ever be shown. */
  mark: string;
  email: string;
  /** A session that was there before the siege and must outlive it. */
  cookie: string;
}

export const lists = ['invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;

/** Marks have this shape and nothing else has. */
export const marks = /mark-[\da-f]{12}/g;

const newMark = () => `mark-${randomBytes(6).toString('hex')}`;

export async function makeCustomers(database: Database, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let at = 0; at < count; at += 1) {
    const mark = newMark();
    const { id } = await makeCustomer(database, mark);
    const { email, cookie } = await makeUser(database, { customerId: id, password });
    await asOperator(database, async (tx) => {
      const row = sql`generate_series(1, ${rowsOfEach}) AS n`;
      await tx.execute(
        sql`INSERT INTO invoices (customer_id, number, amount, status) SELECT ${id}::uuid, 'FA-' || n, n, ${mark}::text FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO contracts (customer_id, contract_number, title) SELECT ${id}::uuid, ${mark}::text || n, ${mark}::text FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) SELECT ${id}::uuid, ${mark}::text || n, n, current_date, 'check' FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO licenses (customer_id, product_name, license_key, license_type) SELECT ${id}::uuid, 'Suite', ${mark}::text || n, 'trial' FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description) SELECT ${id}::uuid, 'TKT-' || ${at * 100}::int + n, ${mark}::text, 'D' FROM ${row}`,
      );
    });
    customers.push({ id, mark, email, cookie });
  }
  return customers;
}

/** Customers who write tickets and nothing else: one alone may not write as many as a siege needs. */
export async function makeWriters(database: Database, count: number): Promise<Customer[]> {
  const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const made = Array.from({ length: count }, () => {
    const [mark, token] = [newMark(), randomBytes(24).toString('hex')];
    return { id: randomUUID(), userId: randomUUID(), mark, token, email: `${mark}@writer.example` };
  });
  await asOperator(database, async (tx) => {
    await tx.insert(customerTable).values(made.map(({ id, mark }) => ({ id, name: mark })));
    await tx.insert(users).values(made.map(({ userId, email }) => ({ id: userId, email, name: email })));
    await tx.insert(customerUsers).values(made.map(({ id, userId }) => ({ userId, customerId: id })));
    await tx.insert(sessions).values(made.map(({ userId, token }) => ({ userId, token, expiresAt })));
  });
  return made.map(({ id, mark, email, token }) => ({ id, mark, email, cookie: cookieFor(token) }));
}
