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
import { changeTickets } from '#api/services/tickets/change-tickets.ts';
import type { Files } from '#api/files/files.ts';
import { undoReply } from '#api/services/tickets/pending-replies.ts';
import { moveTicket } from '#api/services/tickets/move-ticket.ts';
import { listTags } from '#api/services/tickets/tags.ts';
import { changeTicket, getTicket, listTickets } from '#api/services/tickets/desk-tickets.ts';
import { countTickets, deleteView, listViews, saveView } from '#api/services/tickets/queue.ts';
import { snoozeTicket } from '#api/services/tickets/snooze.ts';
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
  takenReplySchema,
  undoReplySchema,
} from '#contract/desk-conversation.ts';
import { deskCountsSchema, savedViewsSchema, saveViewSchema } from '#contract/desk-queue.ts';
import { deskIdQuery } from '#contract/desk-session.ts';
import { deskTicketsPage, deskTicketsQuery, queuedTicketSchema } from '#contract/desk-tickets.ts';
import {
  changedTicketsSchema,
  changeTicketSchema,
  changeTicketsSchema,
  moveTicketSchema,
  snoozeTicketSchema,
  tagsSchema,
} from '#contract/ticket-changes.ts';
import { created, createDeskRouter, done, get, jsonBody, ok, post } from './router.ts';

const listErrors = { 400: ['invalid_cursor'] } as const;
const conflict = { 409: ['changed_meanwhile'] } as const;
const changeErrors = { 409: ['changed_meanwhile', 'too_many_tags', 'tag_vocabulary_full'] } as const;
const keyReused = { 422: ['idempotency_key_reused'] } as const;

/** Tickets of all customers and the staff's side of their conversations. */
export function deskTicketRoutes(files: Files) {
  return createDeskRouter('support')
    .openapi(
      get('/tickets', 'Tickets of all customers, what is due first', {
        request: { query: deskTicketsQuery },
        responses: ok(deskTicketsPage, listErrors),
      }),
      async (c) => c.json(await listTickets(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      get('/tickets/counts', 'How many tickets each view of the queue has', { responses: ok(deskCountsSchema) }),
      async (c) => c.json(await countTickets(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/saved-views', 'The staff member’s own views of the queue', { responses: ok(savedViewsSchema) }),
      async (c) => c.json(await listViews(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      post('/saved-views', 'Save a view of the queue, in place of one with the same name', {
        request: jsonBody(saveViewSchema),
        responses: ok(savedViewsSchema, { 507: ['quota_exceeded'] }),
      }),
      async (c) => c.json(await saveView(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/saved-views/remove', 'Delete a view of the queue', {
        request: jsonBody(deskIdQuery),
        responses: ok(savedViewsSchema),
      }),
      async (c) => c.json(await deleteView(c.get('database'), c.get('caller'), c.req.valid('json').id), 200),
    )
    .openapi(
      get('/tickets/detail', 'A ticket, with what staff want to know about its customer', {
        request: { query: deskIdQuery },
        responses: ok(deskConversationSchema),
      }),
      async (c) => c.json(await getTicket(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      post(
        '/tickets/change',
        'Change status, assignee, priority, subject or tags of a ticket; staff who assign an open ticket to themselves take it',
        { request: jsonBody(changeTicketSchema), responses: ok(queuedTicketSchema, changeErrors) },
      ),
      async (c) => c.json(await changeTicket(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/tickets/snooze', 'Put a ticket aside until a time, or wake it; customers do not see it', {
        request: jsonBody(snoozeTicketSchema),
        responses: ok(queuedTicketSchema, conflict),
      }),
      async (c) => c.json(await snoozeTicket(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/tickets/change-many', 'Change or merge many tickets; says for each of them whether it was changed', {
        request: jsonBody(changeTicketsSchema),
        responses: ok(changedTicketsSchema),
      }),
      async (c) => c.json(await changeTickets(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/tickets/move', 'Move a ticket to another customer, with its conversation and files', {
        request: jsonBody(moveTicketSchema),
        responses: ok(queuedTicketSchema, conflict),
      }),
      async (c) =>
        c.json(await moveTicket({ database: c.get('database'), files }, c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(get('/tags', 'All tags of tickets', { responses: ok(tagsSchema) }), async (c) =>
      c.json(await listTags(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/tickets/thread', 'Messages, events and internal notes of a ticket, a page at a time from the newest', {
        request: { query: threadQuery },
        responses: ok(deskThreadPageSchema, listErrors),
      }),
      async (c) => c.json(await getThread(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      post('/tickets/reply', 'Reply to the customer, and ask or resolve with it', {
        request: { ...jsonBody(deskReplySchema), headers: replyHeaders },
        responses: created(deskRepliedSchema, { ...changeErrors, ...keyReused }),
      }),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await reply(c.get('database'), c.get('caller'), c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      post('/tickets/undo-reply', 'Take back a reply of your own before it is published', {
        request: jsonBody(undoReplySchema),
        responses: ok(takenReplySchema, conflict),
      }),
      async (c) => c.json(await undoReply(c.get('database'), c.get('caller'), c.req.valid('json').id), 200),
    )
    .openapi(
      post('/tickets/add-note', 'Write an internal note, which no customer can see', {
        request: { ...jsonBody(newNoteSchema), headers: replyHeaders },
        responses: created(notedSchema, { 422: ['idempotency_key_reused', 'unknown_mention'] }),
      }),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await addNote(c.get('database'), c.get('caller'), c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      post('/tickets/mark-read', 'Mark what the customer wrote as read', {
        request: jsonBody(markReadSchema),
        responses: ok(queuedTicketSchema),
      }),
      async (c) => c.json(await markRead(c.get('database'), c.get('caller'), c.req.valid('json').id), 200),
    )
    .openapi(
      post('/tickets/merge', 'Close a ticket as a duplicate of another one of the same customer', {
        request: jsonBody(mergeTicketSchema),
        responses: ok(deskRepliedSchema, conflict),
      }),
      async (c) => c.json(await mergeTicket(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/tickets/add-watcher', 'Let a user of the customer see the ticket', {
        request: jsonBody(addWatcherSchema),
        responses: ok(doneSchema, { 400: ['unknown_colleague'], 409: ['too_many_people'] }),
      }),
      (c) => done(c, changeWatcher(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      post('/tickets/remove-watcher', 'Remove a watcher', {
        request: jsonBody(removeWatcherSchema),
        responses: ok(doneSchema),
      }),
      (c) => done(c, changeWatcher(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      get('/tickets/figures', 'How first responses met their SLA targets, by month, for a customer or for all', {
        request: { query: deskFiguresQuery },
        responses: ok(figuresSchema),
      }),
      async (c) => c.json(await getFigures(c.get('database'), c.get('caller'), c.req.valid('query').customerId), 200),
    )
    .openapi(get('/canned-replies', 'Texts for replies, by title', { responses: ok(cannedRepliesSchema) }), async (c) =>
      c.json(await listCannedReplies(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      post('/canned-replies', 'Add a text for replies', {
        request: jsonBody(newCannedReplySchema),
        responses: created(cannedReplySchema, { 409: ['name_taken'] }),
      }),
      async (c) => c.json(await createCannedReply(c.get('database'), c.get('caller'), c.req.valid('json')), 201),
    )
    .openapi(
      post('/canned-replies/change', 'Change a text for replies', {
        request: jsonBody(changeCannedReplySchema),
        responses: ok(cannedReplySchema, { 409: ['changed_meanwhile', 'name_taken'] }),
      }),
      async (c) => c.json(await changeCannedReply(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/canned-replies/archive', 'Remove a text for replies from the list', {
        request: jsonBody(archiveCannedReplySchema),
        responses: ok(cannedReplySchema, conflict),
      }),
      async (c) => c.json(await archiveCannedReply(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    );
}
