import type { Database } from '#api/db/connect.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { contractSorts, invoiceSorts, licenseSorts, ListName, paymentSorts } from '#contract/sorts.ts';
import type { ExportNote } from '#contract/lists.ts';
import type { Contract, Invoice, License, Payment } from '#contract/records.ts';
import type { Capability } from '#contract/roles.ts';
import { NotLinkedError } from './customer.ts';
import { byId, key, type ListDefinition } from './lists/query.ts';
import { ticketList } from './tickets/open-ticket.ts';

export const invoiceList: ListDefinition<Invoice, (typeof invoiceSorts)[number]> = {
  table: 'invoices',
  needs: 'billing',
  columns: {
    id: 'id',
    number: 'number',
    amount: 'amount',
    dueDate: 'due_date',
    status: 'status',
    riskScore: 'risk_score',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    // By the number; those without one come last, by their id. The key is unique to the customer.
    id: [key('number_key', 'text')],
    amount: [key('amount_key', 'bigint'), byId],
    dueDate: [key('due_date_key', 'date'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
    riskScore: [key('risk_score', 'integer'), byId],
  },
  defaultSort: 'createdAt',
  isSearchedById: true,
};

export const contractList: ListDefinition<Contract, (typeof contractSorts)[number]> = {
  table: 'contracts',
  needs: 'billing',
  columns: {
    id: 'id',
    contractNumber: 'contract_number',
    title: 'title',
    startDate: 'start_date',
    endDate: 'end_date',
    contractValue: 'contract_value',
    status: 'status',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    contractNumber: [key('contract_number', 'text'), byId],
    title: [key('title_key', 'text'), byId],
    startDate: [key('start_date_key', 'date'), byId],
    endDate: [key('end_date_key', 'date'), byId],
    contractValue: [key('contract_value_key', 'bigint'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'createdAt',
};

export const paymentList: ListDefinition<Payment, (typeof paymentSorts)[number]> = {
  table: 'payments',
  needs: 'billing',
  columns: {
    id: 'id',
    paymentReference: 'payment_reference',
    amount: 'amount',
    paymentDate: 'payment_date',
    paymentMethod: 'payment_method',
    status: 'status',
    notes: 'notes',
  },
  sorts: {
    paymentDate: [key('payment_date', 'date'), byId],
    paymentReference: [key('payment_reference', 'text'), byId],
    amount: [key('amount_key', 'bigint'), byId],
    paymentMethod: [key('payment_method', 'text'), byId],
    status: [key('status', 'text'), key('payment_date', 'date'), byId],
  },
  defaultSort: 'paymentDate',
};

export const licenseList: ListDefinition<License, (typeof licenseSorts)[number]> = {
  table: 'licenses',
  needs: 'technical',
  columns: {
    id: 'id',
    productName: 'product_name',
    licenseKey: 'license_key',
    licenseType: 'license_type',
    seats: 'seats',
    expiryDate: 'expiry_date',
    monthlyCost: 'monthly_cost',
    status: 'status',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    productName: [key('product_name_key', 'text'), byId],
    licenseKey: [key('license_key', 'text'), byId],
    licenseType: [key('license_type', 'text'), byId],
    seats: [key('seats', 'integer'), byId],
    expiryDate: [key('expiry_date_key', 'date'), byId],
    monthlyCost: [key('monthly_cost_key', 'bigint'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'createdAt',
};

const exportStatement = {
  name: 'record-export',
  text: `INSERT INTO audit_events (actor, event, user_id, customer, request_id, network, details)
    SELECT 'user', 'records.exported', app_user_id(), app_customer_id(), $1, $2, $3::jsonb WHERE app_customer_id() IS NOT NULL`,
};
const callerIds = { name: 'caller-ids', text: 'SELECT app_user_id(), app_customer_id()' };

const neededFor: Record<ListName, Capability> = {
  invoices: invoiceList.needs,
  contracts: contractList.needs,
  payments: paymentList.needs,
  licenses: licenseList.needs,
  tickets: ticketList.needs,
};

// Each export is an audit event, kept for a year. More than anyone can click.
const maxPerHour = 100;

/** Records in the audit log that the caller exported rows. */
export async function recordExport(
  database: Database,
  rateLimitSecret: string,
  caller: Caller,
  { list, rows: rowCount }: ExportNote,
): Promise<void> {
  const needs = neededFor[list];
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs }, callerIds);
  const [userId, customer] = rows?.[0] ?? [];
  if (customer === null) throw new NotLinkedError('The user is linked to no customer.');
  await createRateLimiter(database, rateLimitSecret).consume('export', {
    account: [String(userId), maxPerHour, 60 * 60],
  });
  const { requestId = null, network = null } = caller.trace ?? {};
  const values = [requestId, network, JSON.stringify({ list, rows: rowCount })];
  await runAsSession(database, caller, { mode: 'write', needs }, { ...exportStatement, values });
}
