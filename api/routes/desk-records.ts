import { z } from 'zod';
import { applyImport, listRejectedRows, previewImport } from '#api/services/import/desk-import.ts';
import { allocate, listOpenItems, matchAllocations, removeAllocation } from '#api/services/records/allocations.ts';
import { correctRecord, listRecords, voidRecord } from '#api/services/records/desk-records.ts';
import {
  deskContractList,
  invoiceList,
  licenseList,
  paymentList,
  ticketList,
} from '#api/services/lists/record-lists.ts';
import {
  allocateSchema,
  matchedAllocationsSchema,
  openItemsQuery,
  openItemsSchema,
  removeAllocationSchema,
} from '#contract/allocations.ts';
import {
  applyImportQuery,
  changedRecordSchema,
  correctRecordSchema,
  importPlanSchema,
  importQuery,
  importResultSchema,
  rejectedRowsSchema,
  voidRecordSchema,
} from '#contract/desk-records.ts';
import { contracts, invoices, licenses, payments, tickets } from '#contract/record-lists.ts';
import { maxImportBytes } from '#contract/staff.ts';
import { deskList } from './record-lists.ts';
import { createDeskRouter, get, jsonBody, ok, post, readFile } from './router.ts';

const csv = 'text/csv';
const csvBody = { body: { required: true, content: { [csv]: { schema: z.string() } } } };

/** A customer's records at the desk, corrections and imports. */
export function deskRecordRoutes() {
  return createDeskRouter('records')
    .openapi(deskList(invoices, '/invoices', 'A customer’s invoices, newest first'), async (c) =>
      c.json(await listRecords(c.get('database'), c.get('caller'), invoiceList, c.req.valid('query')), 200),
    )
    .openapi(deskList(contracts, '/contracts', 'A customer’s contracts, newest first'), async (c) =>
      c.json(await listRecords(c.get('database'), c.get('caller'), deskContractList, c.req.valid('query')), 200),
    )
    .openapi(deskList(payments, '/payments', 'A customer’s payments, latest first'), async (c) =>
      c.json(await listRecords(c.get('database'), c.get('caller'), paymentList, c.req.valid('query')), 200),
    )
    .openapi(deskList(licenses, '/licenses', 'A customer’s licenses, newest first'), async (c) =>
      c.json(await listRecords(c.get('database'), c.get('caller'), licenseList, c.req.valid('query')), 200),
    )
    .openapi(deskList(tickets, '/customer-tickets', 'A customer’s tickets, newest first'), async (c) =>
      c.json(await listRecords(c.get('database'), c.get('caller'), ticketList, c.req.valid('query')), 200),
    )
    .openapi(
      post('/records/correct', 'Correct fields of a record', {
        request: jsonBody(correctRecordSchema),
        responses: ok(changedRecordSchema, { 409: ['changed_meanwhile', 'document_issued'] }),
      }),
      async (c) => c.json(await correctRecord(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/records/void', 'Void a record: it stays, with the status void', {
        request: jsonBody(voidRecordSchema),
        responses: ok(changedRecordSchema, { 409: ['document_issued'] }),
      }),
      async (c) => c.json(await voidRecord(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      get('/payments/open', 'What is left of a customer’s payments, credit notes and invoices', {
        request: { query: openItemsQuery },
        responses: ok(openItemsSchema),
      }),
      async (c) =>
        c.json(await listOpenItems(c.get('database'), c.get('caller'), c.req.valid('query').customerId), 200),
    )
    .openapi(
      post('/payments/allocate', 'Settle invoices with a payment or a credit note', {
        request: jsonBody(allocateSchema),
        responses: ok(openItemsSchema, { 409: ['changed_meanwhile'] }),
      }),
      async (c) => c.json(await allocate(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/payments/match', 'Settle invoices with the payments of the same amount', {
        request: jsonBody(openItemsQuery),
        responses: ok(matchedAllocationsSchema, { 409: ['changed_meanwhile'] }),
      }),
      async (c) =>
        c.json(await matchAllocations(c.get('database'), c.get('caller'), c.req.valid('json').customerId), 200),
    )
    .openapi(
      post('/payments/remove-allocation', 'Take back what a payment or a credit note settles', {
        request: jsonBody(removeAllocationSchema),
        responses: ok(openItemsSchema),
      }),
      async (c) => c.json(await removeAllocation(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/imports/preview', 'What an import of a CSV file would do', {
        request: { query: importQuery, ...csvBody },
        responses: ok(importPlanSchema, { 400: ['invalid_file'] }),
      }),
      async (c) => {
        const file = { ...c.req.valid('query'), bytes: await readFile(c, csv, maxImportBytes) };
        return c.json(await previewImport(c.get('database'), c.get('caller'), file), 200);
      },
    )
    .openapi(
      post('/imports/export-rejected', 'The rows of a CSV file that an import would reject, as they are in the file', {
        request: { query: importQuery, ...csvBody },
        responses: ok(rejectedRowsSchema, { 400: ['invalid_file'] }),
      }),
      async (c) => {
        const file = { ...c.req.valid('query'), bytes: await readFile(c, csv, maxImportBytes) };
        return c.json(await listRejectedRows(c.get('database'), c.get('caller'), file), 200);
      },
    )
    .openapi(
      post('/imports/apply', 'Import a CSV file according to the plan that was shown', {
        request: { query: applyImportQuery, ...csvBody },
        responses: ok(importResultSchema, { 400: ['invalid_file'], 409: ['plan_changed'] }),
      }),
      async (c) => {
        const file = { ...c.req.valid('query'), bytes: await readFile(c, csv, maxImportBytes) };
        return c.json(await applyImport(c.get('database'), c.get('caller'), file), 200);
      },
    );
}
