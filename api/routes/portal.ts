import type { Settings } from '#api/lib/env.ts';
import { listPage, type RecordListDefinition } from '#api/services/lists/query.ts';
import {
  contractList,
  invoiceList,
  invoiceListWithoutRisk,
  licenseList,
  paymentList,
  portalTicketList,
} from '#api/services/lists/record-lists.ts';
import { recordExport } from '#api/services/records/records.ts';
import { getCounts, getCustomer, getOverview } from '#api/services/customers/customer.ts';
import { listStaffReads } from '#api/services/people/staff-reads.ts';
import { createTicket } from '#api/services/tickets/open-ticket.ts';
import { doneSchema } from '#contract/auth.ts';
import { openedTicketSchema, openTicketSchema } from '#contract/conversation.ts';
import { countsSchema, customerSchema, overviewSchema } from '#contract/customers.ts';
import { staffReadsPage, staffReadsQuery } from '#contract/audit.ts';
import { exportNoteSchema } from '#contract/lists.ts';
import { invoicesWithoutRisk, type PortalInvoice } from '#contract/portal-invoices.ts';
import type { SortOf } from '#contract/record-description.ts';
import { contracts, invoices, licenses, payments, tickets } from '#contract/record-lists.ts';
import { portalInvoiceSchema } from '#contract/records.ts';
import { listedTicketSchema, newTicketHeaders } from '#contract/tickets.ts';
import { portalList } from './record-lists.ts';
import { created, createPrivateRouter, done, get, jsonBody, ok, post } from './router.ts';

interface PortalDeps {
  settings: Pick<Settings, 'ticketLimit' | 'isRiskHidden'>;
  secret: string;
}

/** The customer's records. Which rows a user sees is decided by the database (row-level security). */
export function portalRoutes({ settings: { ticketLimit, isRiskHidden }, secret }: PortalDeps) {
  // The browser's client takes the wider list's sorts.
  const shownInvoices = (isRiskHidden ? invoicesWithoutRisk : invoices) as typeof invoices;
  const shownInvoiceList: RecordListDefinition<PortalInvoice, SortOf<typeof invoices>> = isRiskHidden
    ? (invoiceListWithoutRisk as typeof invoiceList)
    : invoiceList;
  return createPrivateRouter()
    .openapi(
      get('/customers/current', 'The active customer', { responses: ok(customerSchema, { 404: ['not_linked'] }) }),
      async (c) => c.json(await getCustomer(c.get('database'), c.get('caller'), isRiskHidden), 200),
    )
    .openapi(
      get('/records/counts', 'How many records there are, in the lists that the user may see', {
        responses: ok(countsSchema),
      }),
      async (c) => c.json(await getCounts(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/records/overview', 'What is due next, and the amounts of the last twelve months', {
        responses: ok(overviewSchema),
      }),
      async (c) => c.json(await getOverview(c.get('database'), c.get('caller')), 200),
    )
    .openapi(portalList(shownInvoices, 'Invoices, newest first', portalInvoiceSchema), async (c) =>
      c.json(await listPage(c.get('database'), c.get('caller'), shownInvoiceList, c.req.valid('query')), 200),
    )
    .openapi(portalList(contracts, 'Contracts, newest first'), async (c) =>
      c.json(await listPage(c.get('database'), c.get('caller'), contractList, c.req.valid('query')), 200),
    )
    .openapi(portalList(payments, 'Payments, latest first'), async (c) =>
      c.json(await listPage(c.get('database'), c.get('caller'), paymentList, c.req.valid('query')), 200),
    )
    .openapi(portalList(licenses, 'Licenses, newest first'), async (c) =>
      c.json(await listPage(c.get('database'), c.get('caller'), licenseList, c.req.valid('query')), 200),
    )
    .openapi(portalList(tickets, 'Support tickets, newest first', listedTicketSchema), async (c) =>
      c.json(await listPage(c.get('database'), c.get('caller'), portalTicketList, c.req.valid('query')), 200),
    )
    .openapi(
      post('/tickets', 'Open a support ticket', {
        request: { ...jsonBody(openTicketSchema), headers: newTicketHeaders },
        responses: created(openedTicketSchema, {
          400: ['unknown_colleague'],
          403: ['forbidden'],
          404: ['not_linked'],
          409: ['customer_changed'],
          422: ['idempotency_key_reused'],
        }),
      }),
      async (c) => {
        const { 'Idempotency-Key': idempotencyKey, 'Customer-Id': customerId } = c.req.valid('header');
        const { ticket, isReplay } = await createTicket(c.get('database'), c.get('caller'), c.req.valid('json'), {
          idempotencyKey,
          customerId,
          hourlyLimit: ticketLimit,
        });
        if (isReplay) c.header('Idempotency-Replayed', 'true');
        return c.json(ticket, 201);
      },
    )
    .openapi(
      get('/staff-reads', 'Who of our staff looked at the customer’s data, newest first; for its owners', {
        request: { query: staffReadsQuery },
        responses: ok(staffReadsPage, { 400: ['invalid_cursor'], 403: ['forbidden'] }),
      }),
      async (c) => c.json(await listStaffReads(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      post('/exports', 'Record in the audit log that a list was exported', {
        request: jsonBody(exportNoteSchema),
        responses: ok(doneSchema, { 403: ['forbidden'], 404: ['not_linked'] }),
      }),
      (c) => done(c, recordExport(c.get('database'), secret, c.get('caller'), c.req.valid('json'))),
    );
}
