import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Files } from '#api/files/files.ts';
import { apiError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import type { MailPolicy } from '#api/mail/inbound/judge-mail.ts';
import type { MailReader } from '#api/mail/inbound/mail-reader.ts';
import { maxMailSize } from '#api/mail/inbound/structure.ts';
import {
  discardMail,
  discardMailsLike,
  getMail,
  listHeldMails,
  openOriginal,
  publishMail,
  withdrawMail,
} from '#api/services/mail-in/held-mails.ts';
import { acceptMail } from '#api/services/mail-in/accept-mail.ts';
import { doneSchema } from '#contract/auth.ts';
import {
  discardedMailsSchema,
  heldMailDetailSchema,
  heldMailsQuery,
  heldMailsSchema,
  inboundQuery,
  mailIdQuery,
  mailIdSchema,
  publishedMailSchema,
  publishMailSchema,
  withdrawMailSchema,
} from '#contract/desk-mails.ts';
import {
  anyBytes,
  createDeskRouter,
  createPublicRouter,
  done,
  fileResponse,
  get,
  jsonBody,
  ok,
  post,
  readStream,
} from './router.ts';

const mediaType = 'message/rfc822';
const mailBody = { body: { required: true, content: { [mediaType]: { schema: z.string() } } } };
const hash = (text: string) => createHash('sha256').update(text).digest();

interface MailInOptions {
  files: Files;
  policy: MailPolicy;
  log: Log;
  /** Without a key there is no such route. */
  key: string | undefined;
}

/** For mail services that deliver over HTTP instead of LMTP. No cookie counts here, so neither does the origin. */
export function mailInRoutes({ key, ...deps }: MailInOptions) {
  return createPublicRouter().openapi(
    post('/inbound', 'Hand in a mail as it was received, with its envelope; 200 means that it is kept', {
      request: { query: inboundQuery, headers: z.object({ Authorization: z.string().optional() }), ...mailBody },
      responses: ok(doneSchema, {
        401: ['unauthorized'],
        404: ['not_found'],
        422: ['unknown_recipient'],
        429: ['too_many_requests'],
        507: ['storage_full'],
      }),
    }),
    async (c) => {
      if (key === undefined) throw apiError(404);
      const given = c.req.header('authorization') ?? '';
      if (!timingSafeEqual(hash(given), hash(`Bearer ${key}`))) throw apiError(401);
      const { sender, recipient } = c.req.valid('query');
      const { content } = readStream(c, mediaType, maxMailSize);
      const envelope = { sender, recipients: [recipient] };
      return done(c, acceptMail({ ...deps, database: c.get('database') }, { envelope, content }));
    },
  );
}

/** Mails that wait for staff. */
export function deskMailRoutes({ files, reader }: { files: Files; reader: MailReader }) {
  return createDeskRouter('support')
    .openapi(
      get('/mails', 'Mails that wait for a decision, the newest first', {
        request: { query: heldMailsQuery },
        responses: ok(heldMailsSchema),
      }),
      async (c) => c.json(await listHeldMails(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      get('/mails/detail', 'A mail with its text', {
        request: { query: mailIdQuery },
        responses: ok(heldMailDetailSchema),
      }),
      async (c) => c.json(await getMail(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      get('/mails/original', 'A mail as it came in', {
        request: { query: mailIdQuery },
        responses: fileResponse({ 404: ['not_found', 'file_missing'] }),
      }),
      async (c) => {
        const { id } = c.req.valid('query');
        const { size, content } = await openOriginal({ database: c.get('database'), files }, c.get('caller'), id);
        return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>, 200, {
          'Content-Type': anyBytes,
          'Content-Length': String(size),
          'Content-Disposition': `attachment; filename="${id}.eml"`,
          'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        });
      },
    )
    .openapi(
      post(
        '/mails/publish',
        'Publish a mail that was held in a ticket; its sender is named as the author only if the mail proves it',
        {
          request: jsonBody(publishMailSchema),
          responses: ok(publishedMailSchema, { 409: ['changed_meanwhile', 'other_customer'] }),
        },
      ),
      async (c) => {
        const deps = { database: c.get('database'), files, reader };
        return c.json(await publishMail(deps, c.get('caller'), c.req.valid('json')), 200);
      },
    )
    .openapi(
      post('/mails/withdraw', 'Withdraw a mail from the ticket where it was published; it is held again', {
        request: jsonBody(withdrawMailSchema),
        responses: ok(doneSchema, { 409: ['changed_meanwhile'] }),
      }),
      (c) => done(c, withdrawMail(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      post('/mails/discard', 'Do not publish a mail that was held', {
        request: jsonBody(mailIdSchema),
        responses: ok(doneSchema, { 409: ['changed_meanwhile'] }),
      }),
      (c) => done(c, discardMail(c.get('database'), c.get('caller'), c.req.valid('json').id)),
    )
    .openapi(
      post('/mails/discard-sender', 'Publish none of the held mails that have the sender of this one', {
        request: jsonBody(mailIdSchema),
        responses: ok(discardedMailsSchema),
      }),
      async (c) => c.json(await discardMailsLike(c.get('database'), c.get('caller'), c.req.valid('json').id), 200),
    );
}
