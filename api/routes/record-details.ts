import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { contentDisposition } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { getDeskInvoice, getInvoice } from '#api/services/records/invoice-detail.ts';
import { getContract, getDeskContract, getDeskLicense, getLicense } from '#api/services/records/record-detail.ts';
import { openRecordFile, type Side } from '#api/services/records/record-files.ts';
import {
  contractDetailSchema,
  deskContractDetailSchema,
  deskInvoiceDetailSchema,
  deskLicenseDetailSchema,
  invoiceDetailSchema,
  licenseDetailSchema,
  recordIdQuery,
  recordNumberQuery,
} from '#contract/record-detail.ts';
import { readingPermissions } from '#contract/staff.ts';
import type { SessionEnv } from './app-env.ts';
import { anyBytes, createDeskRouter, createPrivateRouter, fileResponse, get, ok } from './router.ts';

const errors = { 403: ['forbidden'], 404: ['not_found'] } as const;
const fileRoute = get('/records/file', 'A file of an invoice, a contract or a license', {
  request: { query: recordIdQuery },
  responses: fileResponse({
    403: ['forbidden', 'file_infected'],
    404: ['not_found', 'file_missing'],
    409: ['file_pending'],
  }),
});

/** One record each, with its files. */
export function recordDetailRoutes(files: Files) {
  return createPrivateRouter()
    .openapi(
      get('/invoices/detail', 'One invoice: its document, what has settled it, its files and its history', {
        request: { query: recordNumberQuery },
        responses: ok(invoiceDetailSchema, errors),
      }),
      async (c) => c.json(await getInvoice(c.get('database'), c.get('caller'), c.req.valid('query').number), 200),
    )
    .openapi(
      get('/contracts/detail', 'One contract: its terms and its files', {
        request: { query: recordNumberQuery },
        responses: ok(contractDetailSchema, errors),
      }),
      async (c) => c.json(await getContract(c.get('database'), c.get('caller'), c.req.valid('query').number), 200),
    )
    .openapi(
      get('/licenses/detail', 'One license and its files', {
        request: { query: recordIdQuery },
        responses: ok(licenseDetailSchema, errors),
      }),
      async (c) => c.json(await getLicense(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(fileRoute, (c) => download(c, files, 'portal', c.req.valid('query').id));
}

/** The same for staff, with what they have in addition. */
export function deskRecordDetailRoutes(files: Files, { currency }: { currency: string }) {
  return createDeskRouter(...readingPermissions)
    .openapi(
      get('/invoices/detail', 'One invoice, with contradictions between its document and the books', {
        request: { query: recordIdQuery },
        responses: ok(deskInvoiceDetailSchema, errors),
      }),
      async (c) =>
        c.json(await getDeskInvoice(c.get('database'), c.get('caller'), c.req.valid('query').id, currency), 200),
    )
    .openapi(
      get('/contracts/detail', 'One contract and its files', {
        request: { query: recordIdQuery },
        responses: ok(deskContractDetailSchema, errors),
      }),
      async (c) => c.json(await getDeskContract(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      get('/licenses/detail', 'One license and its files', {
        request: { query: recordIdQuery },
        responses: ok(deskLicenseDetailSchema, errors),
      }),
      async (c) => c.json(await getDeskLicense(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(fileRoute, (c) => download(c, files, 'desk', c.req.valid('query').id));
}

/** Downloaded, not opened: a PDF can hold scripts, and an XML file a style sheet. */
async function download(c: Context<SessionEnv>, files: Files, side: Side, id: string) {
  const file = await openRecordFile({ database: c.get('database'), files }, c.get('caller'), side, id);
  const headers = {
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    // The content of an id never changes, but whether its reader may see it does.
    'Cache-Control': 'private, no-cache',
    ETag: `"${file.sha256}"`,
  };
  const body = Readable.toWeb(file.content) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return c.body(body, 200, {
    ...headers,
    'Content-Type': anyBytes,
    'Content-Length': String(file.size),
    'Content-Disposition': contentDisposition('attachment', file.fileName),
  });
}
