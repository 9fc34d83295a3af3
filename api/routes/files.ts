import { Readable } from 'node:stream';
import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { contentDisposition } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { ApiError, RateLimitError } from '#api/lib/errors.ts';
import { createSlots, type TakeSlot } from '#api/lib/memory-limits.ts';
import { listDeskFiles, listFiles, openFile, type Side, uploadFile } from '#api/services/tickets/attachments.ts';
import {
  attachmentSchema,
  attachmentsSchema,
  deskAttachmentsSchema,
  fileQuery,
  type Upload,
  uploadQuery,
} from '#contract/attachments.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { ticketIdQuery } from '#contract/conversation.ts';
import type { SessionEnv } from './app-env.ts';
import {
  anyBytes,
  created,
  createDeskRouter,
  createPrivateRouter,
  fileBody,
  fileResponse,
  ok,
  readStream,
} from './router.ts';

/** A browser uploads two files at a time. Each upload has a connection and an open file. */
const uploadSlots = { perKey: 4, total: 50 };

const errors = { 403: ['forbidden'], 404: ['not_found'] } as const;
export const uploadErrors = {
  403: ['forbidden', 'read_only'],
  404: ['not_found'],
  408: ['bad_request'],
  422: ['file_empty', 'file_type_not_allowed', 'file_type_mismatch'],
  507: ['storage_full', 'quota_exceeded'],
} as const;

const uploadRoute = createRoute({
  method: 'put',
  path: '/tickets/file',
  summary:
    'Upload a file for a ticket: one per request, at most 25 MB; nobody else sees it until it is sent with a text',
  request: { query: uploadQuery, ...fileBody },
  responses: created(attachmentSchema, uploadErrors),
});
const downloadRoute = createRoute({
  method: 'get',
  path: '/tickets/file',
  summary: 'A file of a ticket',
  request: { query: fileQuery },
  responses: fileResponse({
    403: ['forbidden', 'file_infected'],
    404: ['not_found', 'file_missing'],
    409: ['file_pending'],
  }),
});
const listRoute = createRoute({
  method: 'get',
  path: '/tickets/files',
  summary: 'The files of a ticket',
  request: { query: ticketIdQuery },
  responses: ok(attachmentsSchema, errors),
});

/** Both sides share the slots of an instance. */
export const createUploadSlots = () => createSlots(uploadSlots);

// Before a byte of the body is read.
async function upload(c: Context<SessionEnv>, files: Files, take: TakeSlot, side: Side, query: Upload) {
  const { size, content } = readStream(c, anyBytes, maxFileBytes);
  const deps = { database: c.get('database'), files };
  return inUploadSlot(c.get('userId'), take, () =>
    uploadFile(deps, c.get('caller'), side, { ...query, size }, content),
  );
}

/** `sender`: a user or an API key. */
export async function inUploadSlot<T>(sender: string, take: TakeSlot, work: () => Promise<T>): Promise<T> {
  const release = take(sender);
  if (release === 'key_limit') throw new RateLimitError(5, false, tooManyAtOnce);
  if (release === 'total_limit') throw new ApiError(503, 'server_busy', busy, { 'Retry-After': '5' });
  try {
    return await work();
  } finally {
    release();
  }
}

const tooManyAtOnce = 'Too many files are being sent at once. Please try again in a moment.';
const busy = 'The server is busy right now. Please try again in a few seconds.';

/** Files of the tickets that a user sees. */
export function fileRoutes(files: Files, takeSlot: TakeSlot) {
  return createPrivateRouter()
    .openapi(uploadRoute, async (c) => c.json(await upload(c, files, takeSlot, 'portal', c.req.valid('query')), 201))
    .openapi(downloadRoute, (c) => download(c, files, 'portal', c.req.valid('query')))
    .openapi(listRoute, async (c) =>
      c.json({ files: await listFiles(c.get('database'), c.get('caller'), c.req.valid('query').id) }, 200),
    );
}

/** The same for staff, who also see the files of internal notes. */
export function deskFileRoutes(files: Files, takeSlot: TakeSlot) {
  return createDeskRouter('support')
    .openapi(uploadRoute, async (c) => c.json(await upload(c, files, takeSlot, 'desk', c.req.valid('query')), 201))
    .openapi(downloadRoute, (c) => download(c, files, 'desk', c.req.valid('query')))
    .openapi(createRoute({ ...listRoute, responses: ok(deskAttachmentsSchema, errors) }), async (c) =>
      c.json({ files: await listDeskFiles(c.get('database'), c.get('caller'), c.req.valid('query').id) }, 200),
    );
}

/**
 * A stranger's file on our own origin: it is downloaded, not opened. Only images without markup in them are shown, and even those
 * in a sandbox without any source.
 */
async function download(c: Context<SessionEnv>, files: Files, side: Side, { id, inline }: z.infer<typeof fileQuery>) {
  const file = await openFile({ database: c.get('database'), files }, c.get('caller'), side, id);
  const isShown = inline !== undefined && file.isPreviewable;
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
