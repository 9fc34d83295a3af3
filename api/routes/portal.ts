import { type Context, Hono } from 'hono';
import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Settings } from '#api/lib/env.ts';
import type { AppEnv } from './app-env.ts';
import { listContracts } from '#api/services/contracts.ts';
import { getCounts, getCustomer } from '#api/services/customer.ts';
import { noteExport } from '#api/services/exports.ts';
import { getOverview } from '#api/services/overview.ts';
import { listInvoices } from '#api/services/invoices.ts';
import { listLicenses } from '#api/services/licenses.ts';
import { listPayments } from '#api/services/payments.ts';
import { createTicket, listTickets } from '#api/services/tickets.ts';
import { doneSchema } from '#contract/auth.ts';
import { contractsPage, contractsQuery } from '#contract/contracts.ts';
import { countsSchema, customerSchema } from '#contract/customers.ts';
import { exportNoteSchema } from '#contract/exports.ts';
import { overviewSchema } from '#contract/overview.ts';
import { invoicesPage, invoicesQuery } from '#contract/invoices.ts';
import { licensesPage, licensesQuery } from '#contract/licenses.ts';
import { paymentsPage, paymentsQuery } from '#contract/payments.ts';
import { idempotencyKey, newTicketSchema, ticketSchema, ticketsPage, ticketsQuery } from '#contract/tickets.ts';
import { answer } from './json-response.ts';
import { check, readBody, readQuery } from './read-request.ts';

const asked = (c: Context<AppEnv>): [Database, Caller] => [c.get('database'), c.get('caller')];

interface PortalDeps {
  settings: Pick<Settings, 'ticketLimit'>;
  secret: string;
}

/** What a signed-in user may ask. Whose rows they see, the database decides. */
export function portalRoutes({ settings: { ticketLimit }, secret }: PortalDeps) {
  return new Hono<AppEnv>()
    .get('/customer', async (c) => answer(c, customerSchema, await getCustomer(...asked(c))))
    .get('/counts', async (c) => answer(c, countsSchema, await getCounts(...asked(c))))
    .get('/overview', async (c) => answer(c, overviewSchema, await getOverview(...asked(c))))
    .get('/invoices', async (c) =>
      answer(c, invoicesPage, await listInvoices(...asked(c), readQuery(c, invoicesQuery))),
    )
    .get('/contracts', async (c) =>
      answer(c, contractsPage, await listContracts(...asked(c), readQuery(c, contractsQuery))),
    )
    .get('/payments', async (c) =>
      answer(c, paymentsPage, await listPayments(...asked(c), readQuery(c, paymentsQuery))),
    )
    .get('/licenses', async (c) =>
      answer(c, licensesPage, await listLicenses(...asked(c), readQuery(c, licensesQuery))),
    )
    .get('/tickets', async (c) => answer(c, ticketsPage, await listTickets(...asked(c), readQuery(c, ticketsQuery))))
    .post('/tickets', async (c) => {
      const { ticket, wasThere } = await createTicket(...asked(c), await readBody(c, newTicketSchema), {
        idempotencyKey: check(idempotencyKey, c.req.header('idempotency-key')),
        mostPerHour: ticketLimit,
      });
      if (wasThere) c.header('Idempotency-Replayed', 'true');
      return answer(c, ticketSchema, ticket, 201);
    })
    .post('/exports', async (c) => {
      const [database, caller] = asked(c);
      await noteExport(database, secret, caller, await readBody(c, exportNoteSchema));
      return answer(c, doneSchema, { status: 'ok' });
    });
}
