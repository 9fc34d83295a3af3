import type { TakeSlot } from '#api/lib/memory-limits.ts';
import { applyDocument, type DocumentDeps, previewDocument } from '../read/import-document.ts';
import {
  applyDocumentQuery,
  documentPlanSchema,
  documentQuery,
  documentResultSchema,
  maxInvoiceFileBytes,
} from '../../contract/invoice-import.ts';
import { inUploadSlot } from '#api/routes/files.ts';
import { anyBytes, createDeskRouter, fileBody, ok, post, readStream } from '#api/routes/router.ts';

/** Invoices that were made in the books, as Factur-X PDFs or as XML: one file per request. */
export function deskDocumentRoutes(given: Omit<DocumentDeps, 'database' | 'sender'>, takeSlot: TakeSlot) {
  return createDeskRouter('records')
    .openapi(
      post('/imports/preview-document', 'What an import of an invoice (Factur-X PDF, CII or UBL) would do', {
        request: { query: documentQuery, ...fileBody },
        responses: ok(documentPlanSchema, { 404: ['not_found'], 408: ['bad_request'], 507: ['storage_full'] }),
      }),
      async (c) =>
        inUploadSlot(c.get('userId'), takeSlot, async () => {
          const deps = { ...given, database: c.get('database'), sender: c.get('userId') };
          const { content } = readStream(c, anyBytes, maxInvoiceFileBytes);
          return c.json(await previewDocument(deps, c.get('caller'), c.req.valid('query'), content), 200);
        }),
    )
    .openapi(
      post('/imports/apply-document', 'Import an invoice according to the plan that was shown', {
        request: { query: applyDocumentQuery, ...fileBody },
        responses: ok(documentResultSchema, {
          400: ['invalid_file'],
          404: ['not_found'],
          408: ['bad_request'],
          409: ['plan_changed'],
          507: ['storage_full'],
        }),
      }),
      async (c) =>
        inUploadSlot(c.get('userId'), takeSlot, async () => {
          const deps = { ...given, database: c.get('database'), sender: c.get('userId') };
          const { content } = readStream(c, anyBytes, maxInvoiceFileBytes);
          return c.json(await applyDocument(deps, c.get('caller'), c.req.valid('query'), content), 200);
        }),
    );
}
