import { tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { type Api, assertDefined, browser, makeStaff } from './api.ts';
import type { TestDatabase } from './database.ts';

let serial = 1_000_000;

/** Staff in their browsers, and what they work on. */
export const setUpDesk = (database: TestDatabase, api: Api) => ({
  desk: async (options?: Parameters<typeof makeStaff>[1]) => {
    const staff = await makeStaff(database, options);
    return { ...staff, ...browser(api, { cookie: staff.cookie }) };
  },
  portal: ({ cookie }: { cookie: string }) => browser(api, { cookie }),
  makeTicket: async (customerId: string, more: Partial<typeof tickets.$inferInsert> = {}) => {
    const ticketNumber = `TKT-${(serial += 1)}`;
    const row = { customerId, ticketNumber, subject: 'Printer', description: 'It smokes.', ...more };
    const made = await asOperator(database, (tx) => tx.insert(tickets).values(row).returning());
    return assertDefined(made[0]);
  },
  eventsOf: async (event: string, entity?: string) => {
    const rows = await asOperator(database, (tx) =>
      tx.query.auditEvents.findMany({ where: (row, { eq }) => eq(row.event, event) }),
    );
    return rows.filter((row) => entity === undefined || row.entity === entity);
  },
});
