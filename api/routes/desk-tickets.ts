import { createRoute } from '@hono/zod-openapi';
import {
  archiveCannedReply,
  changeCannedReply,
  createCannedReply,
  listCannedReplies,
} from '#api/services/tickets/canned-replies.ts';
import {
  addNote,
  changeWatcher,
  getFigures,
  getThread,
  markRead,
  mergeTicket,
  reply,
} from '#api/services/tickets/desk-conversation.ts';
import { changeTicket, getTicket, listTickets } from '#api/services/tickets/desk-tickets.ts';
import { doneSchema } from '#contract/auth.ts';
import {
  addWatcherSchema,
  figuresSchema,
  removeWatcherSchema,
  replyHeaders,
  threadQuery,
} from '#contract/conversation.ts';
import {
  archiveCannedReplySchema,
  cannedRepliesSchema,
  cannedReplySchema,
  changeCannedReplySchema,
  deskConversationSchema,
  deskFiguresQuery,
  deskRepliedSchema,
  deskReplySchema,
  deskThreadPageSchema,
  markReadSchema,
  mergeTicketSchema,
  newCannedReplySchema,
  newNoteSchema,
  notedSchema,
} from '#contract/desk-conversation.ts';
import {
  changeTicketSchema,
  deskIdQuery,
  deskTicketsPage,
  deskTicketsQuery,
  queuedTicketSchema,
} from '#contract/desk.ts';
import { createDeskRouter, created, jsonBody, ok, permissions } from './router.ts';

const done = { status: 'ok' } as const;
const listErrors = { 400: ['invalid_cursor'] } as const;
const conflict = { 409: ['changed_meanwhile'] } as const;
const keyReused = { 422: ['idempotency_key_reused'] } as const;
const support = permissions('support');

/** Tickets of all customers and the staff's side of their conversations. */
export function deskTicketRoutes() {
  return createDeskRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/tickets',
        summary: 'Tickets of all customers, what is due first',
        ...support,
        request: { query: deskTicketsQuery },
        responses: ok(deskTicketsPage, listErrors),
      }),
      async (c) => c.json(await listTickets(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/tickets/detail',
        summary: 'A ticket, with what staff want to know about its customer',
        ...support,
        request: { query: deskIdQuery },
        responses: ok(deskConversationSchema),
      }),
      async (c) => c.json(await getTicket(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/change',
        summary: 'Change the status of a ticket, or assign it; staff who assign an open ticket to themselves take it',
        ...support,
        request: jsonBody(changeTicketSchema),
        responses: ok(queuedTicketSchema, conflict),
      }),
      async (c) => c.json(await changeTicket(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/tickets/thread',
        summary: 'Messages, events and internal notes of a ticket, a page at a time from the newest',
        ...support,
        request: { query: threadQuery },
        responses: ok(deskThreadPageSchema, listErrors),
      }),
      async (c) => c.json(await getThread(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/reply',
        summary: 'Reply to the customer, and ask or resolve with it',
        ...support,
        request: { ...jsonBody(deskReplySchema), headers: replyHeaders },
        responses: created(deskRepliedSchema, { ...conflict, ...keyReused }),
      }),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await reply(c.get('database'), c.get('caller'), c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/add-note',
        summary: 'Write an internal note, which no customer can see',
        ...support,
        request: { ...jsonBody(newNoteSchema), headers: replyHeaders },
        responses: created(notedSchema, keyReused),
      }),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await addNote(c.get('database'), c.get('caller'), c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/mark-read',
        summary: 'Mark what the customer wrote as read',
        ...support,
        request: jsonBody(markReadSchema),
        responses: ok(queuedTicketSchema),
      }),
      async (c) => c.json(await markRead(c.get('database'), c.get('caller'), c.req.valid('json').id), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/merge',
        summary: 'Close a ticket as a duplicate of another one of the same customer',
        ...support,
        request: jsonBody(mergeTicketSchema),
        responses: ok(deskRepliedSchema, conflict),
      }),
      async (c) => c.json(await mergeTicket(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/add-watcher',
        summary: 'Let a user of the customer see the ticket',
        ...support,
        request: jsonBody(addWatcherSchema),
        responses: ok(doneSchema, { 409: ['too_many_people'] }),
      }),
      async (c) => {
        await changeWatcher(c.get('database'), c.get('caller'), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/tickets/remove-watcher',
        summary: 'Remove a watcher',
        ...support,
        request: jsonBody(removeWatcherSchema),
        responses: ok(doneSchema),
      }),
      async (c) => {
        await changeWatcher(c.get('database'), c.get('caller'), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/tickets/figures',
        summary: 'How first responses met their SLA targets, by month, for a customer or for all',
        ...support,
        request: { query: deskFiguresQuery },
        responses: ok(figuresSchema),
      }),
      async (c) => c.json(await getFigures(c.get('database'), c.get('caller'), c.req.valid('query').customerId), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/canned-replies',
        summary: 'Texts for replies, by title',
        ...support,
        responses: ok(cannedRepliesSchema),
      }),
      async (c) => c.json(await listCannedReplies(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/canned-replies',
        summary: 'Add a text for replies',
        ...support,
        request: jsonBody(newCannedReplySchema),
        responses: created(cannedReplySchema, { 409: ['name_taken'] }),
      }),
      async (c) => c.json(await createCannedReply(c.get('database'), c.get('caller'), c.req.valid('json')), 201),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/canned-replies/change',
        summary: 'Change a text for replies',
        ...support,
        request: jsonBody(changeCannedReplySchema),
        responses: ok(cannedReplySchema, { 409: ['changed_meanwhile', 'name_taken'] }),
      }),
      async (c) => c.json(await changeCannedReply(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/canned-replies/archive',
        summary: 'Remove a text for replies from the list',
        ...support,
        request: jsonBody(archiveCannedReplySchema),
        responses: ok(cannedReplySchema, conflict),
      }),
      async (c) => c.json(await archiveCannedReply(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    );
}
