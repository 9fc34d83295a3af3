import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Invoice } from '#contract/invoices.ts';
import type { invoiceSorts } from '#contract/sorts.ts';
import type { Page } from '#contract/lists.ts';
import { byId, key, type ListDefinition, listPage, type ListRequest } from './lists/query.ts';

type InvoiceSort = (typeof invoiceSorts)[number];

export const invoiceList: ListDefinition<Invoice, InvoiceSort> = {
  table: 'invoices',
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

export function listInvoices(
  database: Database,
  caller: Caller,
  request: ListRequest<InvoiceSort>,
): Promise<Page<Invoice>> {
  return listPage(database, caller, invoiceList, request);
}
