import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { Membership } from '#contract/auth.ts';
import { type Counts, type Customer, type Overview, itemsPerSection, monthsShown } from '#contract/customers.ts';
import { arabicRegions } from '#contract/languages.ts';
import { maxStatuses } from '#contract/limits.ts';
import { expiringWithinDays } from '#contract/record-states.ts';
import { type Capability, customerRoles } from '#contract/roles.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';
import { notLinked, UserError } from '#api/lib/errors.ts';
import { type Columns, columns, flag, integer, listOf, nullable, oneOf, text } from '#api/db/columns.ts';

export const noCustomer = new UserError('not_found', 'There is no such customer.');

// No WHERE: the policies restrict every table to the caller's customer.
const own = columns({
  id: text('id'),
  name: text('name'),
  contact: nullable(text('contact')),
  email: nullable(text('email')),
  phone: nullable(text('phone')),
});
const balance = columns({
  risk: nullable(text('balance.risk')),
  totalOutstanding: nullable(text('balance.outstanding')),
});
const ownCustomer = {
  name: 'own-customer',
  text: `SELECT ${own.sql}, ${balance.sql} FROM customers LEFT JOIN own_balance() AS balance ON true`,
};

export async function getCustomer(database: Database, caller: Caller, isRiskHidden = false): Promise<Customer> {
  const [rows] = await runAsSession(database, caller, 'read', ownCustomer);
  const row = rows?.[0];
  if (row === undefined) throw notLinked;
  const { risk, totalOutstanding } = balance.read(row.slice(own.count));
  if (risk === null || totalOutstanding === null) return own.read(row);
  return { ...own.read(row), ...(!isRiskHidden && { risk }), totalOutstanding };
}

// Absent, not zero, where the caller may not see the list.
const countOf = (capability: Capability, rows: string) =>
  nullable(integer(`CASE WHEN app_can('${capability}') THEN (SELECT count(*)::integer FROM ${rows}) END`));
const counts = columns({
  invoices: countOf('billing', 'invoices'),
  contracts: countOf('billing', 'contracts'),
  payments: countOf('billing', 'payments'),
  licenses: countOf('licenses', 'licenses'),
  openTickets: countOf('tickets', "tickets WHERE status <> 'closed'"),
});
const ownCounts = { name: 'own-counts', text: `SELECT ${counts.sql}` };

/** product §7: closed tickets are not counted. */
export async function getCounts(database: Database, caller: Caller): Promise<Counts> {
  const [rows] = await runAsSession(database, caller, 'read', ownCounts);
  return Object.fromEntries(Object.entries(counts.read(rows?.[0] ?? [])).filter(([, count]) => count !== null));
}

interface Section<Item> {
  statement: Statement;
  read(rows: Row[] | undefined): { items: Item[]; total: number };
}

// Each row ends with the total count. No condition on the customer: the policies restrict every table to the caller's.
function section<Item>(name: string, item: Columns<Item>, rest: string): Section<Item> {
  const count = integer('count(*) OVER ()::integer');
  return {
    statement: { name, text: `SELECT ${item.sql}, ${count.sql} FROM ${rest}, id LIMIT ${itemsPerSection}` },
    read: (rows = []) => ({
      items: item.all(rows),
      total: rows[0] === undefined ? 0 : count.read(rows[0].at(-1)),
    }),
  };
}
const soon = (column: string) =>
  `status = 'active' AND ${column} BETWEEN current_date AND current_date + ${expiringWithinDays}`;

const unpaidFields = {
  id: text('id'),
  number: nullable(text('number')),
  amount: text('amount'),
  dueDate: nullable(text('due_date')),
  status: text('status'),
};
export const unpaidInvoice = columns(unpaidFields);

/** In a query of customers. Like the receivables of the dashboard: by the day in Nice, and less credit notes that are due. */
// Renamed, so that `id` is the customer's. One range of the index invoices_unpaid.
export const totalOverdue = `(SELECT coalesce(sum(rest), 0.00)
  FROM (SELECT customer_id AS owner, amount - settled AS rest FROM invoices
    WHERE is_unpaid AND due_date_key < (now() AT TIME ZONE '${officeTimeZone}')::date) AS overdue
  WHERE owner = id)`;

const unpaid = section(
  'overview-invoices',
  columns({ ...unpaidFields, remaining: text('amount - settled') }),
  'invoices WHERE is_unpaid AND amount_key >= 0 ORDER BY due_date_key',
);
// One more than a list request accepts (contract/lists.ts), so that the portal knows when there are too many to link to.
const unpaidStatus = columns({ status: text('status') });
const unpaidStatuses: Statement = {
  name: 'overview-unpaid-statuses',
  text: `SELECT DISTINCT ${unpaidStatus.sql} FROM invoices WHERE is_unpaid ORDER BY status LIMIT ${maxStatuses + 1}`,
};
const endingContracts = section(
  'overview-contracts',
  columns({
    id: text('id'),
    contractNumber: text('contract_number'),
    title: text('title'),
    endDate: text('end_date'),
  }),
  `contracts WHERE ${soon('end_date')} ORDER BY end_date`,
);
const endingLicenses = section(
  'overview-licenses',
  columns({ id: text('id'), productName: text('product_name'), expiryDate: text('expiry_date') }),
  `licenses WHERE ${soon('expiry_date')} ORDER BY expiry_date`,
);
const waitingTickets = section(
  'overview-tickets',
  columns({
    id: text('id'),
    ticketNumber: text('ticket_number'),
    subject: text('subject'),
    createdAt: text('created_at'),
  }),
  `tickets WHERE status = 'waiting_customer' ORDER BY created_at`,
);

const firstMonth = `date_trunc('month', now()) - interval '${monthsShown - 1} months'`;
const month = columns({
  month: text(`to_char(month, 'YYYY-MM')`),
  invoiced: text('coalesce(invoiced.sum, 0.00)'),
  paid: text('coalesce(paid.sum, 0.00)'),
});
const byMonth: Statement = {
  name: 'overview-months',
  text: `SELECT ${month.sql}
    FROM generate_series(${firstMonth}, date_trunc('month', now()), interval '1 month') AS month
    LEFT JOIN (SELECT date_trunc('month', created_at) AS month, sum(amount) FROM invoices
      WHERE created_at >= ${firstMonth} GROUP BY 1) AS invoiced USING (month)
    LEFT JOIN (SELECT date_trunc('month', payment_date::timestamptz) AS month, sum(amount) FROM payments
      WHERE status = 'completed' AND payment_date >= (${firstMonth})::date GROUP BY 1) AS paid USING (month)
    ORDER BY month`,
};

const capabilities = columns({
  billing: flag(`app_can('billing')`),
  licenses: flag(`app_can('licenses')`),
  tickets: flag(`app_can('tickets')`),
});

/** What is due next, and the last months, of what the caller may see. */
export async function getOverview(database: Database, caller: Caller): Promise<Overview> {
  const [allowed, invoices, statuses, contracts, licenses, tickets, months] = await runAsSession(
    database,
    caller,
    'read',
    { name: 'own-capabilities', text: `SELECT ${capabilities.sql}` },
    unpaid.statement,
    unpaidStatuses,
    endingContracts.statement,
    endingLicenses.statement,
    waitingTickets.statement,
    byMonth,
  );
  const can = capabilities.read(allowed?.[0] ?? []);
  return {
    ...(can.billing && {
      unpaidInvoices: {
        ...unpaid.read(invoices),
        statuses: unpaidStatus.all(statuses).map(({ status }) => status),
      },
      endingContracts: endingContracts.read(contracts),
      months: month.all(months),
    }),
    ...(can.licenses && { endingLicenses: endingLicenses.read(licenses) }),
    ...(can.tickets && { waitingTickets: waitingTickets.read(tickets) }),
  };
}

export interface OwnMemberships {
  /** The customer whose records the session shows. */
  customerId: string | null;
  /** Whether a staff member sees the portal as this customer. */
  isViewing: boolean;
  memberships: Membership[];
}

const session = columns({ customerId: nullable(text('app_customer_id()')), isViewing: flag('app_is_viewing()') });
const membership = columns({
  customerId: text('id'),
  name: text('name'),
  roles: listOf('roles', customerRoles),
  country: nullable(oneOf('country', arabicRegions)),
});
const ownMemberships = {
  name: 'own-memberships',
  text: `SELECT ${session.sql}, ${membership.sql} FROM (SELECT) AS one LEFT JOIN own_customers() ON true`,
};

/** The customers that the caller belongs to, longest first. */
export async function listMemberships(database: Database, caller: Caller): Promise<OwnMemberships> {
  const [rows = []] = await runAsSession(database, caller, 'read', ownMemberships);
  // Without a membership there is one row, of nulls.
  const found = rows.map((row) => row.slice(session.count)).filter(([customerId]) => customerId !== null);
  return { ...session.read(rows[0] ?? []), memberships: membership.all(found) };
}
