/** What the states of records mean. Without zod, so that the browser can import it. */

/** Settled, withdrawn or not issued. The column `is_unpaid` has the same list (api/services/customers/customer.test.ts). */
export const settledStatuses = [
  'paid',
  'refunded',
  'credited',
  'written_off',
  'void',
  'voided',
  'cancelled',
  'canceled',
  'draft',
];

/** Whether an invoice of this status is owed. An unknown status counts as unpaid. */
export const isUnpaid = (status: string) => !settledStatuses.includes(status.toLowerCase());

/** Contracts and licenses that end within this number of days are listed as what is due next. */
export const expiringWithinDays = 90;
