import type { TakeSlot } from '#api/lib/memory-limits.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { listChanges } from '../list-changes.ts';
import { pushCustomer, readCustomerByNumber } from '../push-customer.ts';
import { pushInvoiceFile } from '../push-invoice-file.ts';
import { pushRecord, readRecord } from '../push-record.ts';
import type { DocumentDeps } from '#modules/invoicing/server/read/import-document.ts';
import {
  changesQuery,
  changesSchema,
  customerResult,
  documentQueryV1,
  documentResultV1,
  numberParams,
  paymentQuery,
  pushedCustomerRecord,
  pushedCustomerSchema,
  type PushedList,
  pushedSchemas,
} from '../../contract/api-v1.ts';
import { maxInvoiceFileBytes } from '#modules/invoicing/contract/invoice-import.ts';
import { inUploadSlot } from '#api/routes/files.ts';
import { anyBytes, createKeyRouter, fileBody, get, jsonBody, ok, put, readStream, scope } from '#api/routes/router.ts';

const missing = { 404: ['not_found'] } as const;

/** What a program sends is found by the number that it has there. A request that is repeated changes nothing. */
export function keyRoutes(given: Omit<DocumentDeps, 'database' | 'sender'>, takeSlot: TakeSlot) {
  const putRoute = <const List extends PushedList>(list: List, summary: string) =>
    put(`/${list}/{number}`, summary, {
      ...scope(`${list}:write`),
      request: { params: numberParams[list], ...jsonBody(pushedSchemas[list].input) },
      responses: ok(pushedSchemas[list].result),
    });
  const getRoute = <const List extends 'contracts' | 'invoices'>(list: List, summary: string) =>
    get(`/${list}/{number}`, summary, {
      ...scope(`${list}:read`),
      request: { params: numberParams[list] },
      responses: ok(pushedSchemas[list].record, missing),
    });
  return createKeyRouter()
    .openapi(
      put('/customers/{number}', 'Add or change the customer of this number', {
        ...scope('customers:write'),
        request: { params: numberParams.customers, ...jsonBody(pushedCustomerSchema) },
        responses: ok(customerResult, { 409: ['name_taken'] }),
      }),
      async (c) => {
        const { number } = c.req.valid('param');
        return c.json(await pushCustomer(c.get('database'), c.get('keyCaller'), number, c.req.valid('json')), 200);
      },
    )
    .openapi(
      get('/customers/{number}', 'The customer of this number', {
        ...scope('customers:read'),
        request: { params: numberParams.customers },
        responses: ok(pushedCustomerRecord, missing),
      }),
      async (c) =>
        c.json(await readCustomerByNumber(c.get('database'), c.get('keyCaller'), c.req.valid('param').number), 200),
    )
    .openapi(putRoute('contracts', 'Add or change the contract of this number'), async (c) => {
      const { number } = c.req.valid('param');
      return c.json(
        await pushRecord(c.get('database'), c.get('keyCaller'), 'contracts', number, c.req.valid('json')),
        200,
      );
    })
    .openapi(getRoute('contracts', 'The contract of this number'), async (c) =>
      c.json(await readRecord(c.get('database'), c.get('keyCaller'), 'contracts', c.req.valid('param')), 200),
    )
    .openapi(putRoute('invoices', 'Add or change the invoice of this number'), async (c) => {
      const { number } = c.req.valid('param');
      return c.json(
        await pushRecord(c.get('database'), c.get('keyCaller'), 'invoices', number, c.req.valid('json')),
        200,
      );
    })
    .openapi(getRoute('invoices', 'The invoice of this number'), async (c) =>
      c.json(await readRecord(c.get('database'), c.get('keyCaller'), 'invoices', c.req.valid('param')), 200),
    )
    .openapi(putRoute('payments', 'Add or change the payment of this reference, for one customer'), async (c) => {
      const { number } = c.req.valid('param');
      return c.json(
        await pushRecord(c.get('database'), c.get('keyCaller'), 'payments', number, c.req.valid('json')),
        200,
      );
    })
    .openapi(
      get('/payments/{number}', 'The payment of this reference', {
        ...scope('payments:read'),
        request: { params: numberParams.payments, query: paymentQuery },
        responses: ok(pushedSchemas.payments.record, missing),
      }),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('query') };
        return c.json(await readRecord(c.get('database'), c.get('keyCaller'), 'payments', wanted), 200);
      },
    )
    .openapi(
      put('/documents/{number}', 'The document of an invoice: a Factur-X PDF, CII or UBL. Adds the invoice, too', {
        ...scope('invoices:write'),
        request: { params: numberParams.invoices, query: documentQueryV1, ...fileBody },
        responses: ok(documentResultV1, {
          400: ['invalid_file'],
          404: ['not_found'],
          408: ['bad_request'],
          409: ['iban_not_active'],
          507: ['storage_full'],
        }),
      }),
      async (c) => {
        const sender = hashToken(c.get('keyCaller').key);
        return inUploadSlot(sender, takeSlot, async () => {
          const deps = { ...given, database: c.get('database'), sender };
          const { content } = readStream(c, anyBytes, maxInvoiceFileBytes);
          const query = { ...c.req.valid('param'), ...c.req.valid('query') };
          return c.json(await pushInvoiceFile(deps, c.get('keyCaller'), query, content), 200);
        });
      },
    )
    .openapi(
      get('/changes', 'What was added or changed, in a stable order, for programs that follow it', {
        ...scope('changes:read'),
        request: { query: changesQuery },
        responses: ok(changesSchema, { 400: ['invalid_cursor'], 410: ['cursor_expired'] }),
      }),
      async (c) => c.json(await listChanges(c.get('database'), c.get('keyCaller'), c.req.valid('query')), 200),
    );
}
