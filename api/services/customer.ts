import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { Membership } from '#contract/auth.ts';
import {
  type Counts,
  type Customer,
  type Overview,
  expiringWithinDays,
  itemsPerSection,
  monthsShown,
} from '#contract/customers.ts';
import { maxStatuses } from '#contract/limits.ts';
import type { Capability } from '#contract/roles.ts';

/** The user is linked to no customer (product §6). */
export class NotLinkedError extends Error {
  override name = 'NotLinkedError';
}

/** The active customer of the session is not the one that the request is about. */
export class CustomerChangedError extends Error {
  override name = 'CustomerChangedError';
}

// No WHERE: the policies restrict every table to the caller's customer.
const ownCustomer = {
  name: 'own-customer',
  text: `SELECT id, name, contact, email, phone, balance.risk, balance.outstanding
    FROM customers LEFT JOIN own_balance() AS balance ON true`,
};

export async function getCustomer(database: Database, caller: Caller): Promise<Customer> {
  const [rows] = await runAsSession(database, caller, 'read', ownCustomer);
  if (rows?.[0] === undefined) throw new NotLinkedError('The user is linked to no customer.');
  const [id, name, contact, email, phone, risk, totalOutstanding] = rows[0];
  return { id, name, contact, email, phone, ...(risk !== null && { risk, totalOutstanding }) } as Customer;
}

// Absent, not zero, where the caller may not see the list.
const countOf = (capability: Capability, rows: string) =>
  `CASE WHEN app_can('${capability}') THEN (SELECT count(*)::integer FROM ${rows}) END`;
const ownCounts = {
  name: 'own-counts',
  text: `SELECT ${countOf('billing', 'invoices')}, ${countOf('billing', 'contracts')}, ${countOf('billing', 'payments')},
    ${countOf('technical', 'licenses')}, ${countOf('tickets', "tickets WHERE status <> 'closed'")}`,
};

/** product §7: closed tickets are not counted. */
export async function getCounts(database: Database, caller: Caller): Promise<Counts> {
  const [rows] = await runAsSession(database, caller, 'read', ownCounts);
  const names = ['invoices', 'contracts', 'payments', 'licenses', 'openTickets'] as const;
  return Object.fromEntries(
    names.flatMap((name, at) => (typeof rows?.[0]?.[at] === 'number' ? [[name, rows[0][at]]] : [])),
  );
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

const ownCapabilities = {
  name: 'own-capabilities',
  text: `SELECT app_can('billing'), app_can('technical'), app_can('tickets')`,
};

/** What is due next, and the last months, of what the caller may see. */
export async function getOverview(database: Database, caller: Caller): Promise<Overview> {
  const statements = [ownCapabilities, unpaid, unpaidStatuses, ending.contracts, ending.licenses, waiting, byMonth];
  const [capabilities, invoices = [], statuses = [], contracts = [], licenses = [], tickets = [], months = []] =
    await runAsSession(database, caller, 'read', ...statements);
  const [canSeeBilling, canSeeTechnical, canSeeTickets] = capabilities?.[0] ?? [];
  const billing = {
    unpaidInvoices: {
      items: invoices.map(([id, number, amount, dueDate, status]) => ({ id, number, amount, dueDate, status })),
      total: totalOf(invoices),
      statuses: statuses.map(([status]) => status),
    },
    endingContracts: {
      items: contracts.map(([id, contractNumber, title, endDate]) => ({ id, contractNumber, title, endDate })),
      total: totalOf(contracts),
    },
    months: months.map(([month, invoiced, paid]) => ({ month, invoiced, paid })),
  };
  const endingLicenses = {
    items: licenses.map(([id, productName, expiryDate]) => ({ id, productName, expiryDate })),
    total: totalOf(licenses),
  };
  const waitingTickets = {
    items: tickets.map(([id, ticketNumber, subject, createdAt]) => ({ id, ticketNumber, subject, createdAt })),
    total: totalOf(tickets),
  };
  return {
    ...(canSeeBilling === true && billing),
    ...(canSeeTechnical === true && { endingLicenses }),
    ...(canSeeTickets === true && { waitingTickets }),
  } as Overview;
}

export interface OwnMemberships {
  /** The customer whose records the session shows. */
  customerId: string | null;
  /** Whether a staff member sees the portal as this customer. */
  isViewing: boolean;
  memberships: Membership[];
}

const ownMemberships = {
  name: 'own-memberships',
  text: 'SELECT app_customer_id(), app_is_viewing(), id, name, roles FROM (SELECT) AS one LEFT JOIN own_customers() ON true',
};

/** The customers that the caller belongs to, longest first. */
export async function listMemberships(database: Database, caller: Caller): Promise<OwnMemberships> {
  const [rows = []] = await runAsSession(database, caller, 'read', ownMemberships);
  return {
    customerId: (rows[0]?.[0] ?? null) as string | null,
    isViewing: rows[0]?.[1] === true,
    memberships: rows.flatMap(([, , customerId, name, roles]) =>
      customerId === null ? [] : [{ customerId, name, roles } as Membership],
    ),
  };
}
