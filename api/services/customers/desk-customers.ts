import { UserError } from '#api/lib/errors.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, noteRead, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, toItem } from '#api/services/lists/query.ts';
import type { ChangeCustomer, DeskCustomer, ListedCustomer, NewCustomer } from '#contract/desk-customers.ts';
import { type deskCustomerSorts, readingPermissions } from '#contract/staff.ts';
import { noCustomer, totalOverdue } from './customer.ts';
import { columns, integer, nullable } from '#api/db/columns.ts';

type Sort = (typeof deskCustomerSorts)[number];

const customerList: ListDefinition<ListedCustomer, Sort, typeof readingPermissions, 'customers'> = {
  table: 'customers',
  needs: readingPermissions,
  columns: {
    id: 'id',
    name: 'name',
    contact: 'contact',
    email: 'email',
    phone: 'phone',
    siren: 'siren',
    risk: 'risk',
    createdAt: 'created_at',
    totalOutstanding: '(SELECT outstanding FROM customer_balances WHERE customer_id = id)',
    totalOverdue,
    // Renamed, so that `id` is the customer's.
    openTickets: `CASE WHEN (SELECT staff_has('support')) THEN
      (SELECT count(*)::integer FROM (SELECT customer_id AS owner FROM tickets WHERE status <> 'closed') AS open WHERE owner = id) END`,
  },
  sorts: { name: [key('name_key', 'text'), byId], createdAt: [key('created_at', 'timestamptz'), byId] },
  defaultSort: 'name',
  search: 'desk_search_customers',
};

export async function listCustomers(database: Database, caller: Caller, request: ListRequest<Sort>) {
  const run = (...statements: Statement[]) => runAsStaff(database, caller, customerList, ...statements);
  return readPage(run, customerList, { ...request, sort: request.sort ?? 'name' });
}

const countIn = (table: string) => `(SELECT count(*)::integer FROM ${table} WHERE customer_id = $1)`;
const counts = columns({
  invoices: integer(countIn('invoices')),
  contracts: integer(countIn('contracts')),
  payments: integer(countIn('payments')),
  licenses: integer(countIn('licenses')),
  tickets: nullable(integer(`CASE WHEN (SELECT staff_has('support')) THEN ${countIn('tickets')} END`)),
  people: nullable(
    integer(`CASE WHEN (SELECT staff_has('accounts')) THEN (SELECT count(*)::integer FROM desk_members()) END`),
  ),
});
const listed = Object.values(customerList.columns);
const customerText = `SELECT ${listed.join(', ')}, ${counts.sql} FROM customers WHERE id = $1`;

export async function getCustomer(database: Database, caller: Caller, customerId: string): Promise<DeskCustomer> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs: readingPermissions, customerId },
    { name: 'desk-customer', text: customerText, values: [customerId] },
    noteRead(caller, customerId, 'customer'),
  );
  const row = rows?.[0];
  if (row === undefined) throw noCustomer;
  const customer: ListedCustomer = toItem(customerList, row);
  return { ...customer, counts: counts.read(row.slice(listed.length)) };
}

const nameTaken = new UserError('name_taken', 'There already is a customer of this name.');

/** Customers are found by name on the command line and in imports, ignoring accents and case: it must be unique. */
async function rejectTakenName(client: Client, name: string, id: string | null): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(lock_class('customer_names'), hashtext(fold($1)))`, [name]);
  const { rowCount } = await client.query(
    'SELECT FROM customers WHERE name_key = left(fold($1), 200) AND fold(name) = fold($1) AND id IS DISTINCT FROM $2::uuid',
    [name, id],
  );
  if (rowCount !== 0) throw nameTaken;
}
type Client = Parameters<Parameters<typeof inStaffTransaction>[3]>[0];

export async function createCustomer(
  database: Database,
  caller: Caller,
  { name, contact, email, phone, siren, risk }: NewCustomer,
): Promise<DeskCustomer> {
  const id = await inStaffTransaction(database, caller, { needs: ['accounts'] }, async (client) => {
    await rejectTakenName(client, name, null);
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO customers (name, contact, email, phone, siren, risk) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
      [name, contact, email, phone, siren, risk],
    );
    const customer = rows[0]?.id;
    if (customer === undefined) throw new Error('The customer was not created.');
    await recordStaffEvent(client, { event: 'customer.created', customer }, traceOf(caller));
    return customer;
  });
  return getCustomer(database, caller, id);
}

export async function changeCustomer(database: Database, caller: Caller, { id, ...changes }: ChangeCustomer) {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
  await inStaffTransaction(database, caller, { needs: ['accounts'], customerId: id }, async (client) => {
    if (changes.name !== undefined) await rejectTakenName(client, changes.name, id);
    const assignments = fields.map(([column], at) => `${column} = $${at + 2}`);
    const { rowCount } = await client.query(
      fields.length === 0
        ? 'SELECT FROM customers WHERE id = $1'
        : `UPDATE customers SET ${assignments.join(', ')} WHERE id = $1`,
      [id, ...fields.map(([, value]) => value)],
    );
    if (rowCount === 0) throw noCustomer;
    const details = { fields: fields.map(([column]) => column).join(',') };
    await recordStaffEvent(client, { event: 'customer.changed', customer: id, details }, traceOf(caller));
  });
  return getCustomer(database, caller, id);
}
