import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Page } from '#contract/lists.ts';
import type { Payment } from '#contract/payments.ts';
import type { paymentSorts } from '#contract/sorts.ts';
import { byId, key, type ListDefinition, listPage, type ListRequest } from './lists/query.ts';

type PaymentSort = (typeof paymentSorts)[number];

export const paymentList: ListDefinition<Payment, PaymentSort> = {
  table: 'payments',
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

export function listPayments(
  database: Database,
  caller: Caller,
  request: ListRequest<PaymentSort>,
): Promise<Page<Payment>> {
  return listPage(database, caller, paymentList, request);
}
