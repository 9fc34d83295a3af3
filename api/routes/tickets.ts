import type { Settings } from '#api/lib/env.ts';
import { answer, changeAsCustomer, getThread, getTicket, markRead, reply } from '#api/services/tickets/conversation.ts';
import { rateTicket } from '#api/services/tickets/rate-ticket.ts';
import { getFigures } from '#api/services/tickets/figures.ts';
import { changeWatcher, listColleagues } from '#api/services/tickets/watchers.ts';
import { doneSchema } from '#contract/auth.ts';
import {
  addWatcherSchema,
  answerSchema,
  colleaguesSchema,
  customerChangeSchema,
  figuresSchema,
  rateSchema,
  readTicketSchema,
  removeWatcherSchema,
  repliedSchema,
  replyHeaders,
  replySchema,
  threadPageSchema,
  threadQuery,
  ticketCardSchema,
  ticketIdQuery,
} from '#contract/conversation.ts';
import { created, createPrivateRouter, done, get, jsonBody, ok, post } from './router.ts';

const errors = { 403: ['forbidden'], 404: ['not_found'] } as const;
const writeErrors = { 403: ['forbidden', 'read_only'], 404: ['not_found'] } as const;
const keyReused = { 422: ['idempotency_key_reused'] } as const;

/** The customer's side of a ticket's conversation. A ticket that the user may not see does not exist. */
export function ticketRoutes({ settings: { ticketLimit } }: { settings: Pick<Settings, 'ticketLimit'> }) {
  return createPrivateRouter()
    .openapi(
      get('/tickets/detail', 'A ticket, its people, and when its first response is due', {
        request: { query: ticketIdQuery },
        responses: ok(ticketCardSchema, errors),
      }),
      async (c) => c.json(await getTicket(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      get('/tickets/thread', 'Messages and events of a ticket, a page at a time from the newest', {
        request: { query: threadQuery },
        responses: ok(threadPageSchema, { 400: ['invalid_cursor'], ...errors }),
      }),
      async (c) => c.json(await getThread(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      post('/tickets/read', 'Remember what the user has seen of a ticket', {
        request: jsonBody(readTicketSchema),
        responses: ok(doneSchema, writeErrors),
      }),
      (c) => done(c, markRead(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      post('/tickets/reply', 'Reply; a closed ticket is reopened, or followed by a new one after 14 days', {
        request: { ...jsonBody(replySchema), headers: replyHeaders },
        responses: created(repliedSchema, { ...writeErrors, ...keyReused }),
      }),
      async (c) => {
        const idempotencyKey = c.req.valid('header')['Idempotency-Key'];
        const options = { idempotencyKey, hourlyLimit: ticketLimit };
        return c.json(await reply(c.get('database'), c.get('caller'), c.req.valid('json'), options), 201);
      },
    )
    .openapi(
      post(
        '/tickets/answer',
        'Say whether a resolved ticket works, which closes it, or is still broken, which reopens it',
        {
          request: { ...jsonBody(answerSchema), headers: replyHeaders },
          responses: ok(repliedSchema, { ...writeErrors, 409: ['changed_meanwhile'], ...keyReused }),
        },
      ),
      async (c) => {
        const idempotencyKey = c.req.valid('header')['Idempotency-Key'];
        const options = { idempotencyKey, hourlyLimit: ticketLimit };
        return c.json(await answer(c.get('database'), c.get('caller'), c.req.valid('json'), options), 200);
      },
    )
    .openapi(
      post('/tickets/rate', 'Say how our help was, once a ticket is resolved; the last rating of a round counts', {
        request: jsonBody(rateSchema),
        responses: ok(ticketCardSchema, { ...writeErrors, 409: ['rating_closed'] }),
      }),
      async (c) => c.json(await rateTicket(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/tickets/change', 'Close a ticket that solved itself, or say that it has become urgent', {
        request: jsonBody(customerChangeSchema),
        responses: ok(repliedSchema, { ...writeErrors, 409: ['changed_meanwhile'] }),
      }),
      async (c) => {
        const options = { hourlyLimit: ticketLimit };
        return c.json(await changeAsCustomer(c.get('database'), c.get('caller'), c.req.valid('json'), options), 200);
      },
    )
    .openapi(
      post('/tickets/add-watcher', 'Let a colleague see the ticket', {
        request: jsonBody(addWatcherSchema),
        responses: ok(doneSchema, { ...writeErrors, 400: ['unknown_colleague'], 409: ['too_many_people'] }),
      }),
      (c) => done(c, changeWatcher(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      post('/tickets/remove-watcher', 'Stop watching a ticket, or remove a watcher of one’s own ticket', {
        request: jsonBody(removeWatcherSchema),
        responses: ok(doneSchema, writeErrors),
      }),
      (c) => done(c, changeWatcher(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      get('/colleagues', 'Whom a ticket can be opened for or shared with', {
        responses: ok(colleaguesSchema, { 403: ['forbidden'] }),
      }),
      async (c) => c.json(await listColleagues(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/tickets/figures', 'How first responses met their SLA targets, by month', {
        responses: ok(figuresSchema, { 403: ['forbidden'] }),
      }),
      async (c) => c.json(await getFigures(c.get('database'), c.get('caller')), 200),
    );
}
