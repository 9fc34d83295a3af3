import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeCustomers as makeBareCustomers, makeUser } from '#tests/support/api.ts';

export const password = 'a password under load';
export const rowsPerList = 7;

export interface Customer {
  id: string;
  /** In every row of this customer: no other customer may see it. */
  marker: string;
  email: string;
  /** A session from before the run that must stay valid. */
  cookie: string;
}

export const lists = ['invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;

export const markers = /mark-[\da-f]{12}/g;

const newMarker = () => `mark-${randomBytes(6).toString('hex')}`;

export async function makeCustomers(database: Database, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let at = 0; at < count; at += 1) {
    const marker = newMarker();
    const { id } = await makeCustomer(database, marker);
    const { email, cookie } = await makeUser(database, { customerId: id, password });
    await asOperator(database, async (tx) => {
      const row = sql`generate_series(1, ${rowsPerList}) AS n`;
      await tx.execute(
        sql`INSERT INTO invoices (customer_id, number, amount, status) SELECT ${id}::uuid, 'FA-' || n, n, ${marker}::text FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO contracts (customer_id, contract_number, title) SELECT ${id}::uuid, ${marker}::text || n, ${marker}::text FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) SELECT ${id}::uuid, ${marker}::text || n, n, current_date, 'check' FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO licenses (customer_id, product_name, license_key, license_type) SELECT ${id}::uuid, 'Suite', ${marker}::text || n, 'trial' FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description) SELECT ${id}::uuid, 'TKT-' || ${at * 100}::int + n, ${marker}::text, 'D' FROM ${row}`,
      );
    });
    customers.push({ id, marker, email, cookie });
  }
  return customers;
}

/** Customers that only create tickets: one alone would reach the rate limit. */
export async function makeWriters(database: Database, count: number): Promise<Customer[]> {
  const made = await makeBareCustomers(database, count, newMarker);
  return made.map(({ name, ...customer }) => ({ ...customer, marker: name }));
}
