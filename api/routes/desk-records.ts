import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { applyImport, previewImport } from '#api/services/desk/import.ts';
import { correctRecord, listRecords, voidRecord } from '#api/services/desk/records.ts';
import { contractList, invoiceList, licenseList, paymentList } from '#api/services/records.ts';
import { ticketList } from '#api/services/tickets/open-ticket.ts';
import {
  applyImportQuery,
  changedRecordSchema,
  correctRecordSchema,
  deskContractsQuery,
  deskCustomerTicketsQuery,
  deskInvoicesQuery,
  deskLicensesQuery,
  deskPaymentsQuery,
  importPlanSchema,
  importQuery,
  importResultSchema,
  voidRecordSchema,
} from '#contract/desk-records.ts';
import { contractsPage, invoicesPage, licensesPage, paymentsPage } from '#contract/records.ts';
import { maxImportBytes, readingPermissions } from '#contract/staff.ts';
import { ticketsPage } from '#contract/tickets.ts';
import { createDeskRouter, jsonBody, ok, permissions, readFile } from './router.ts';

const csv = 'text/csv';
const csvBody = { body: { required: true, content: { [csv]: { schema: z.string() } } } };
const listErrors = { 400: ['invalid_cursor'] } as const;
const reading = permissions(...readingPermissions);

/** A customer's records at the desk, corrections and imports. */
export function deskRecordRoutes() {
  return createDeskRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/invoices',
        summary: 'A customer’s invoices, newest first',
        ...reading,
        request: { query: deskInvoicesQuery },
        responses: ok(invoicesPage, listErrors),
      }),
      async (c) =>
        c.json(await listRecords(c.get('database'), c.get('caller'), invoiceList, c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/contracts',
        summary: 'A customer’s contracts, newest first',
        ...reading,
        request: { query: deskContractsQuery },
        responses: ok(contractsPage, listErrors),
      }),
      async (c) =>
        c.json(await listRecords(c.get('database'), c.get('caller'), contractList, c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/payments',
        summary: 'A customer’s payments, latest first',
        ...reading,
        request: { query: deskPaymentsQuery },
        responses: ok(paymentsPage, listErrors),
      }),
      async (c) =>
        c.json(await listRecords(c.get('database'), c.get('caller'), paymentList, c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/licenses',
        summary: 'A customer’s licenses, newest first',
        ...reading,
        request: { query: deskLicensesQuery },
        responses: ok(licensesPage, listErrors),
      }),
      async (c) =>
        c.json(await listRecords(c.get('database'), c.get('caller'), licenseList, c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/customer-tickets',
        summary: 'A customer’s tickets, newest first',
        ...permissions('support'),
        request: { query: deskCustomerTicketsQuery },
        responses: ok(ticketsPage, listErrors),
      }),
      async (c) => c.json(await listRecords(c.get('database'), c.get('caller'), ticketList, c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/records/correct',
        summary: 'Correct fields of a record',
        ...permissions('records'),
        request: jsonBody(correctRecordSchema),
        responses: ok(changedRecordSchema, { 409: ['changed_meanwhile'] }),
      }),
      async (c) => c.json(await correctRecord(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/records/void',
        summary: 'Void a record: it stays, with the status void',
        ...permissions('records'),
        request: jsonBody(voidRecordSchema),
        responses: ok(changedRecordSchema),
      }),
      async (c) => c.json(await voidRecord(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/import/preview',
        summary: 'What an import of a CSV file would do',
        ...permissions('records'),
        request: { query: importQuery, ...csvBody },
        responses: ok(importPlanSchema, { 400: ['invalid_file'] }),
      }),
      async (c) => {
        const file = { ...c.req.valid('query'), bytes: await readFile(c, csv, maxImportBytes) };
        return c.json(await previewImport(c.get('database'), c.get('caller'), file), 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/import/apply',
        summary: 'Import a CSV file according to the plan that was shown',
        ...permissions('records'),
        request: { query: applyImportQuery, ...csvBody },
        responses: ok(importResultSchema, { 400: ['invalid_file'], 409: ['plan_changed'] }),
      }),
      async (c) => {
        const file = { ...c.req.valid('query'), bytes: await readFile(c, csv, maxImportBytes) };
        return c.json(await applyImport(c.get('database'), c.get('caller'), file), 200);
      },
    );
}
