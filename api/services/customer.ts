import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import {
  type Counts,
  type Customer,
  type Overview,
  expiringWithinDays,
  itemsPerSection,
  monthsShown,
} from '#contract/customers.ts';
import { maxStatuses } from '#contract/limits.ts';

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

// Each row ends with the total count. No condition on the customer: the policies restrict every table to the caller's.
const section = (name: string, columns: string, rest: string): Statement => ({
  name,
  text: `SELECT ${columns}, count(*) OVER ()::integer FROM ${rest}, id LIMIT ${itemsPerSection}`,
});
const soon = (column: string) =>
  `status = 'active' AND ${column} BETWEEN current_date AND current_date + ${expiringWithinDays}`;

const unpaid = section(
  'overview-invoices',
  'id, number, amount, due_date, status',
  'invoices WHERE is_unpaid ORDER BY due_date_key',
);
// One more than a list request accepts (contract/lists.ts), so that the portal knows when there are too many to link to.
const unpaidStatuses: Statement = {
  name: 'overview-unpaid-statuses',
  text: `SELECT DISTINCT status FROM invoices WHERE is_unpaid ORDER BY status LIMIT ${maxStatuses + 1}`,
};
const ending = {
  contracts: section(
    'overview-contracts',
    'id, contract_number, title, end_date',
    `contracts WHERE ${soon('end_date')} ORDER BY end_date`,
  ),
  licenses: section(
    'overview-licenses',
    'id, product_name, expiry_date',
    `licenses WHERE ${soon('expiry_date')} ORDER BY expiry_date`,
  ),
};
const waiting = section(
  'overview-tickets',
  'id, ticket_number, subject, created_at',
  `tickets WHERE status = 'waiting_customer' ORDER BY created_at`,
);

const firstMonth = `date_trunc('month', now()) - interval '${monthsShown - 1} months'`;
const byMonth: Statement = {
  name: 'overview-months',
  text: `SELECT to_char(month, 'YYYY-MM'), coalesce(invoiced.sum, 0.00), coalesce(paid.sum, 0.00)
    FROM generate_series(${firstMonth}, date_trunc('month', now()), interval '1 month') AS month
    LEFT JOIN (SELECT date_trunc('month', created_at) AS month, sum(amount) FROM invoices
      WHERE created_at >= ${firstMonth} GROUP BY 1) AS invoiced USING (month)
    LEFT JOIN (SELECT date_trunc('month', payment_date::timestamptz) AS month, sum(amount) FROM payments
      WHERE status = 'completed' AND payment_date >= (${firstMonth})::date GROUP BY 1) AS paid USING (month)
    ORDER BY month`,
};

const totalOf = (rows: Row[]) => (rows[0]?.at(-1) ?? 0) as number;

/** What is due next, and the last months. Empty for a user without a customer. */
export async function getOverview(database: Database, caller: Caller): Promise<Overview> {
  const statements = [unpaid, unpaidStatuses, ending.contracts, ending.licenses, waiting, byMonth];
  const [invoices = [], statuses = [], contracts = [], licenses = [], tickets = [], months = []] = await runAsSession(
    database,
    caller,
    'read',
    ...statements,
  );
  return {
    unpaidInvoices: {
      items: invoices.map(([id, number, amount, dueDate, status]) => ({ id, number, amount, dueDate, status })),
      total: totalOf(invoices),
      statuses: statuses.map(([status]) => status),
    },
    endingContracts: {
      items: contracts.map(([id, contractNumber, title, endDate]) => ({ id, contractNumber, title, endDate })),
      total: totalOf(contracts),
    },
    endingLicenses: {
      items: licenses.map(([id, productName, expiryDate]) => ({ id, productName, expiryDate })),
      total: totalOf(licenses),
    },
    waitingTickets: {
      items: tickets.map(([id, ticketNumber, subject, createdAt]) => ({ id, ticketNumber, subject, createdAt })),
      total: totalOf(tickets),
    },
    months: months.map(([month, invoiced, paid]) => ({ month, invoiced, paid })),
  } as Overview;
}
