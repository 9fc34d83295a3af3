import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { Counts, Customer } from '#contract/customers.ts';

/** The user is linked to no customer (product §6). */
export class NotLinkedError extends Error {
  override name = 'NotLinkedError';
}

// No WHERE: the policies restrict every table to the caller's customer.
const ownCustomer = {
  name: 'own-customer',
  text: `SELECT id, name, contact, email, phone, risk, outstanding
    FROM customers JOIN customer_balances ON customer_id = customers.id`,
};

export async function getCustomer(database: Database, caller: Caller): Promise<Customer> {
  const [rows] = await runAsSession(database, caller, 'read', ownCustomer);
  if (rows?.[0] === undefined) throw new NotLinkedError('The user is linked to no customer.');
  const [id, name, contact, email, phone, risk, totalOutstanding] = rows[0];
  return { id, name, contact, email, phone, risk, totalOutstanding } as Customer;
}

const ownCounts = {
  name: 'own-counts',
  text: `SELECT (SELECT count(*)::integer FROM invoices), (SELECT count(*)::integer FROM contracts),
    (SELECT count(*)::integer FROM payments), (SELECT count(*)::integer FROM licenses),
    (SELECT count(*)::integer FROM tickets WHERE status <> 'closed')`,
};

/** product §7: closed tickets are not counted. All zero for a user without a customer. */
export async function getCounts(database: Database, caller: Caller): Promise<Counts> {
  const [rows] = await runAsSession(database, caller, 'read', ownCounts);
  const [invoices, contracts, payments, licenses, openTickets] = rows?.[0] ?? [];
  return { invoices, contracts, payments, licenses, openTickets } as Counts;
}
