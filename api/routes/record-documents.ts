import { createRoute } from '@hono/zod-openapi';
import type { Files } from '#api/files/files.ts';
import type { TakeSlot } from '#api/lib/memory-limits.ts';
import { addDocument, withdrawDocument } from '#api/services/records/record-documents.ts';
import { doneSchema } from '#contract/auth.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { addDocumentQuery, recordFileSchema, withdrawDocumentSchema } from '#contract/record-detail.ts';
import { inUploadSlot, uploadErrors } from './files.ts';
import { anyBytes, created, createDeskRouter, done, fileBody, jsonBody, ok, post, readStream } from './router.ts';

/** The documents of contracts and licenses, as staff change them. They are read with their record (record-details.ts). */
export function deskRecordDocumentRoutes(files: Files, takeSlot: TakeSlot) {
  return createDeskRouter('records')
    .openapi(
      createRoute({
        method: 'put',
        path: '/records/file',
        summary: 'Add the PDF of a contract or a license, at most 25 MB, or put it in the place of another one',
        request: { query: addDocumentQuery, ...fileBody },
        responses: created(recordFileSchema, uploadErrors),
      }),
      async (c) => {
        const { size, content } = readStream(c, anyBytes, maxFileBytes);
        const deps = { database: c.get('database'), files };
        const added = await inUploadSlot(c.get('userId'), takeSlot, () =>
          addDocument(deps, c.get('caller'), { ...c.req.valid('query'), size }, content),
        );
        return c.json(added, 201);
      },
    )
    .openapi(
      post(
        '/records/withdraw-file',
        'Withdraw the document of a contract or a license: the customer no longer sees it',
        {
          request: jsonBody(withdrawDocumentSchema),
          responses: ok(doneSchema, { 404: ['not_found'] }),
        },
      ),
      (c) => done(c, withdrawDocument(c.get('database'), c.get('caller'), c.req.valid('json').id)),
    );
}
