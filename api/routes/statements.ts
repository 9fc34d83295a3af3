import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { z } from 'zod';
import { contentDisposition } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { createFeed, getFeed, readFeed, removeFeed } from '#api/services/calendar/calendar-feed.ts';
import type { DocumentWriter } from '#api/documents/document-writer.ts';
import { openArchive, openDeskArchive, recordDownload } from '#api/services/records/archive.ts';
import { assertPrintable, getDeskStatement, getStatement, statementCsv } from '#api/services/records/statement.ts';
import { doneSchema } from '#contract/auth.ts';
import type { Language } from '#contract/languages.ts';
import {
  archiveQuery,
  calendarFeedSchema,
  deskArchiveQuery,
  deskStatementFileQuery,
  deskStatementQuery,
  newCalendarFeedSchema,
  statementFileQuery,
  statementQuery,
} from '#contract/record-detail.ts';
import { type Statement, statementSchema } from '#contract/statement.ts';
import { readingPermissions } from '#contract/staff.ts';
import { requestMetadataOf } from './app-env.ts';
import {
  anyBytes,
  createDeskRouter,
  createPrivateRouter,
  createPublicRouter,
  done,
  fileResponse,
  get,
  ok,
  post,
} from './router.ts';

export interface StatementDeps {
  files: Files;
  settings: { siteUrl: string; currency: string };
  /** For rate limits. */
  secret: string;
  /** Draws the PDF. */
  documents: Pick<DocumentWriter, 'statement'>;
}

const errors = { 403: ['forbidden'], 404: ['not_linked'] } as const;
const attachment = (name: string) => ({
  'Content-Disposition': contentDisposition('attachment', name),
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
});

async function sendStatement(
  c: Context,
  { documents }: StatementDeps,
  statement: Statement,
  { format, language = 'en' }: { format: 'csv' | 'pdf'; language?: Language | undefined },
) {
  if (format === 'pdf') assertPrintable(statement);
  // The fonts of PDFs have no Arabic letters.
  const printed = language === 'ar' ? 'fr' : language;
  const name = `${language === 'fr' ? 'releve' : 'statement'}-${statement.from}-${statement.to}.${format}`;
  const content =
    format === 'csv' ? statementCsv(statement, language) : await documents.statement({ statement, language: printed });
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf';
  return c.body(typeof content === 'string' ? content : new Uint8Array(content), 200, {
    ...attachment(name),
    'Content-Type': type,
  });
}

function sendArchive(c: Context, archive: Readable, year: number) {
  // A reader that disconnects cancels the stream, which closes the file that is open.
  const body = Readable.toWeb(archive) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return c.body(body, 200, { ...attachment(`invoices-${year}.zip`), 'Content-Type': anyBytes });
}

/** Statements of account, the documents of a year, and the user's calendar feed. */
export function statementRoutes(deps: StatementDeps) {
  const { files, settings, secret } = deps;
  return createPrivateRouter()
    .openapi(
      get('/statements', 'A statement of account for a period', {
        request: { query: statementQuery },
        responses: ok(statementSchema, errors),
      }),
      async (c) =>
        c.json(await getStatement(c.get('database'), c.get('caller'), c.req.valid('query'), settings.currency), 200),
    )
    .openapi(
      get('/statements/file', 'The same as a file', {
        request: { query: statementFileQuery },
        responses: fileResponse(errors),
      }),
      async (c) => {
        const { from, to, ...wanted } = c.req.valid('query');
        const statement = await getStatement(c.get('database'), c.get('caller'), { from, to }, settings.currency);
        const details = { list: 'statement', from, to, rows: statement.entries.length };
        await recordDownload(c.get('database'), secret, c.get('caller'), details);
        return sendStatement(c, deps, statement, wanted);
      },
    )
    .openapi(
      get('/invoices/archive', 'All documents of the invoices of a year, as one ZIP', {
        request: { query: archiveQuery },
        responses: fileResponse({ 403: ['forbidden'], 404: ['not_found', 'not_linked'] }),
      }),
      async (c) => {
        const { year } = c.req.valid('query');
        const archive = await openArchive({ database: c.get('database'), files, secret }, c.get('caller'), year);
        return sendArchive(c, archive, year);
      },
    )
    .openapi(
      get('/calendar-feeds', 'Whether the user has a calendar feed of the active customer', {
        responses: ok(calendarFeedSchema),
      }),
      async (c) => c.json(await getFeed(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      post('/calendar-feeds', 'A new URL for the calendar feed; the one before stops working', {
        responses: ok(newCalendarFeedSchema, { 403: ['read_only'], 404: ['not_linked'] }),
      }),
      async (c) => {
        const limited = { database: c.get('database'), secret };
        return c.json(await createFeed(limited, c.get('caller'), c.get('userId'), settings.siteUrl), 200);
      },
    )
    .openapi(
      post('/calendar-feeds/revoke', 'End the calendar feed', { responses: ok(doneSchema, { 403: ['read_only'] }) }),
      (c) => done(c, removeFeed(c.get('database'), c.get('caller'))),
    );
}

export function deskStatementRoutes(deps: StatementDeps) {
  const { currency } = deps.settings;
  return createDeskRouter(...readingPermissions)
    .openapi(
      get('/statements', 'A customer’s statement of account for a period', {
        request: { query: deskStatementQuery },
        responses: ok(statementSchema, errors),
      }),
      async (c) =>
        c.json(await getDeskStatement(c.get('database'), c.get('caller'), c.req.valid('query'), currency), 200),
    )
    .openapi(
      get('/statements/file', 'The same as a file', {
        request: { query: deskStatementFileQuery },
        responses: fileResponse(errors),
      }),
      async (c) => {
        const { format, language, ...wanted } = c.req.valid('query');
        const statement = await getDeskStatement(c.get('database'), c.get('caller'), wanted, currency);
        return sendStatement(c, deps, statement, { format, language });
      },
    )
    .openapi(
      get('/invoices/archive', 'All documents of a customer’s invoices of a year, as one ZIP', {
        request: { query: deskArchiveQuery },
        responses: fileResponse({ 403: ['forbidden'], 404: ['not_found'] }),
      }),
      async (c) => {
        const wanted = c.req.valid('query');
        const deskFiles = { database: c.get('database'), files: deps.files };
        return sendArchive(c, await openDeskArchive(deskFiles, c.get('caller'), wanted), wanted.year);
      },
    );
}

/** Without a session: calendar programs have none. */
export function calendarRoutes({ settings, secret }: Pick<StatementDeps, 'settings' | 'secret'>) {
  return createPublicRouter().openapi(
    get('/{file}', 'The dates of a user’s customer, by the secret of its URL', {
      request: { params: z.object({ file: z.string() }) },
      responses: fileResponse({ 404: ['not_found'], 429: ['too_many_requests'] }),
    }),
    async (c) => {
      const limited = { database: c.get('database'), secret };
      const { ipAddress } = requestMetadataOf(c);
      const calendar = await readFeed(limited, ipAddress, c.req.valid('param').file, settings);
      return c.body(calendar, 200, { ...attachment('calendar.ics'), 'Content-Type': 'text/calendar; charset=utf-8' });
    },
  );
}
