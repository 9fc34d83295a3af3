import type { contracts, customers, invoices, licenses, payments, tickets } from '#api/db/schema/records.ts';

type Own<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'customerId'>;

/** A customer with all its records, before they have an id. */
export interface DemoCustomer {
  customer: typeof customers.$inferInsert;
  login: string;
  invoices: Own<typeof invoices>[];
  contracts: Own<typeof contracts>[];
  payments: Own<typeof payments>[];
  licenses: Own<typeof licenses>[];
  tickets: Own<typeof tickets>[];
}
