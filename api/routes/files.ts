import { Readable } from 'node:stream';
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { contentDisposition } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { listDeskFiles, listFiles, type OpenedFile, openFile, uploadFile } from '#api/services/tickets/attachments.ts';
import {
  attachmentSchema,
  attachmentsSchema,
  deskAttachmentsSchema,
  fileQuery,
  uploadQuery,
} from '#contract/attachments.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { ticketIdQuery } from '#contract/conversation.ts';
import {
  anyBytes,
  createDeskRouter,
  createPrivateRouter,
  created,
  fileBody,
  fileResponse,
  ok,
  permissions,
  readStream,
} from './router.ts';

const errors = { 403: ['forbidden'], 404: ['not_found'] } as const;
const uploadErrors = {
  403: ['forbidden', 'read_only'],
  404: ['not_found'],
  422: ['file_empty', 'file_type_not_allowed', 'file_type_mismatch'],
  507: ['storage_full'],
} as const;

const uploadRoute = {
  method: 'put',
  path: '/ticket/file',
  summary:
    'Upload a file for a ticket: one per request, at most 25 MB; nobody else sees it until it is sent with a text',
  request: { query: uploadQuery, ...fileBody },
  responses: created(attachmentSchema, uploadErrors),
} as const;
const downloadRoute = {
  method: 'get',
  path: '/ticket/file',
  summary: 'A file of a ticket',
  request: { query: fileQuery },
  responses: fileResponse({
    403: ['forbidden', 'file_infected'],
    404: ['not_found', 'file_missing'],
    409: ['file_pending'],
  }),
} as const;
const listRoute = {
  method: 'get',
  path: '/ticket/files',
  summary: 'The files of a ticket',
  request: { query: ticketIdQuery },
  responses: ok(attachmentsSchema, errors),
} as const;

/** Files of the tickets that a user sees. */
export function fileRoutes(files: Files) {
  return createPrivateRouter()
    .openapi(createRoute(uploadRoute), async (c) => {
      const content = readStream(c, anyBytes, maxFileBytes);
      const deps = { database: c.get('database'), files };
      return c.json(await uploadFile(deps, c.get('caller'), 'portal', c.req.valid('query'), content), 201);
    })
    .openapi(createRoute(downloadRoute), async (c) => {
      const { id, inline } = c.req.valid('query');
      const deps = { database: c.get('database'), files };
      return sendFile(c, await openFile(deps, c.get('caller'), 'portal', id), inline !== undefined);
    })
    .openapi(createRoute(listRoute), async (c) =>
      c.json({ files: await listFiles(c.get('database'), c.get('caller'), c.req.valid('query').id) }, 200),
    );
}

/** The same for staff, who also see the files of internal notes. */
export function deskFileRoutes(files: Files) {
  const support = permissions('support');
  return createDeskRouter()
    .openapi(createRoute({ ...uploadRoute, ...support }), async (c) => {
      const content = readStream(c, anyBytes, maxFileBytes);
      const deps = { database: c.get('database'), files };
      return c.json(await uploadFile(deps, c.get('caller'), 'desk', c.req.valid('query'), content), 201);
    })
    .openapi(createRoute({ ...downloadRoute, ...support }), async (c) => {
      const { id, inline } = c.req.valid('query');
      const deps = { database: c.get('database'), files };
      return sendFile(c, await openFile(deps, c.get('caller'), 'desk', id), inline !== undefined);
    })
    .openapi(createRoute({ ...listRoute, ...support, responses: ok(deskAttachmentsSchema, errors) }), async (c) =>
      c.json({ files: await listDeskFiles(c.get('database'), c.get('caller'), c.req.valid('query').id) }, 200),
    );
}

/**
 * A stranger's file on our own origin: it is downloaded, not opened. Only images that are nothing else are shown, and even those
 * in a sandbox without any source.
 */
function sendFile(c: Context, file: OpenedFile, isInline: boolean) {
  const isShown = isInline && file.isPreviewable;
  const body = Readable.toWeb(file.content) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return c.body(body, 200, {
    'Content-Type': isShown ? file.contentType : anyBytes,
    'Content-Length': String(file.size),
    'Content-Disposition': contentDisposition(isShown ? 'inline' : 'attachment', file.fileName),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    // The content of an id never changes, but whether its reader may see it does.
    'Cache-Control': 'private, no-cache',
    ETag: `"${file.sha256}"`,
  });
}
