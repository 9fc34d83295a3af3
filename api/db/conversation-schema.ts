import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AuthorKind, MessageSource } from '#contract/ticket-states.ts';

// The conversation of a ticket (migration 0004). Exports tables only, as schema.ts does.

const id = () => uuid().primaryKey().defaultRandom();
const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const createdAt = () => isoTimestamp().notNull().defaultNow();
const ofTicket = () => ({ ticketId: uuid().notNull(), customerId: uuid().notNull() });

export const ticketMessages = pgTable('ticket_messages', {
  id: id(),
  ...ofTicket(),
  position: integer().notNull(),
  authorKind: text().$type<AuthorKind>().notNull(),
  authorId: uuid(),
  body: text().notNull(),
  source: text().$type<MessageSource>().notNull(),
  emailMessageId: text(),
  unverifiedSender: text(),
  idempotencyKey: text(),
  withdrawnAt: isoTimestamp(),
  createdAt: createdAt(),
});

/** Internal: customers have no right to this table. */
export const ticketNotes = pgTable('ticket_notes', {
  id: id(),
  ...ofTicket(),
  position: integer().notNull(),
  authorId: uuid(),
  body: text().notNull(),
  mentions: uuid().array().notNull().default([]),
  idempotencyKey: text(),
  createdAt: createdAt(),
});

export const ticketEvents = pgTable('ticket_events', {
  id: id(),
  ...ofTicket(),
  position: integer().notNull(),
  kind: text().notNull(),
  actorKind: text().$type<AuthorKind>().notNull(),
  actorId: uuid(),
  payload: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
  createdAt: createdAt(),
});

/** Internal, as notes are. */
export const ticketInternalEvents = pgTable('ticket_internal_events', {
  id: id(),
  ...ofTicket(),
  position: integer().notNull(),
  kind: text().notNull(),
  actorKind: text().$type<AuthorKind>().notNull(),
  actorId: uuid(),
  payload: jsonb().$type<Record<string, string | string[]>>().notNull().default({}),
  createdAt: createdAt(),
});

export const tags = pgTable('tags', { name: text().primaryKey(), createdAt: createdAt() });

export const ticketWatchers = pgTable(
  'ticket_watchers',
  { ...ofTicket(), userId: uuid().notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.ticketId, table.userId] })],
);

export const ticketReads = pgTable(
  'ticket_reads',
  { userId: uuid().notNull(), ticketId: uuid().notNull(), version: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.ticketId] })],
);

/** Sent, and not published yet: only the author sees it. */
export const pendingReplies = pgTable('pending_replies', {
  id: id(),
  ticketId: uuid().notNull(),
  authorId: uuid().notNull(),
  body: text().notNull(),
  request: jsonb().notNull(),
  publishAt: isoTimestamp().notNull(),
  problem: text(),
});

export const cannedReplies = pgTable('canned_replies', {
  id: id(),
  title: text().notNull(),
  body: text().notNull(),
  next: text().$type<'reply' | 'ask' | 'resolve'>(),
  tags: text().array().notNull().default([]),
  priority: text(),
  assignsAuthor: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  updatedAt: createdAt(),
  archivedAt: isoTimestamp(),
  createdAt: createdAt(),
});
