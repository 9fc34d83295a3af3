import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AttachmentState } from '#contract/attachments.ts';
import type { InboundMailState } from '#contract/desk-mails.ts';

// Files of tickets and mails that came in (migration 0005). Exports tables only, as schema.ts does.

const id = () => uuid().primaryKey().defaultRandom();
const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const now = () => isoTimestamp().notNull().defaultNow();

export const attachments = pgTable('attachments', {
  id: id(),
  ticketId: uuid(),
  customerId: uuid().notNull(),
  messageId: uuid(),
  noteId: uuid(),
  fileName: text().notNull(),
  contentType: text().notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  isPreviewable: boolean().notNull().default(false),
  state: text().$type<AttachmentState>().notNull(),
  signature: text(),
  uploadedBy: uuid(),
  attachedAt: isoTimestamp(),
  createdAt: now(),
});

export const uploadReservations = pgTable('upload_reservations', {
  id: id(),
  ticketId: uuid(),
  customerId: uuid().notNull(),
  userId: uuid().notNull(),
  size: integer().notNull(),
  sha256: text(),
  expiresAt: isoTimestamp().notNull(),
});

export const replyTokens = pgTable('reply_tokens', {
  tokenHash: text().primaryKey(),
  ticketId: uuid(),
  userId: uuid(),
  leadId: uuid(),
  createdAt: now(),
  expiresAt: isoTimestamp().notNull(),
  purpose: text().notNull().default('reply'),
});

export const inboundMails = pgTable('inbound_mails', {
  id: id(),
  deliveryKey: text().notNull(),
  sha256: text(),
  size: integer().notNull(),
  sender: text().notNull(),
  recipients: text().array().notNull(),
  fromAddress: text(),
  subject: text().notNull(),
  emailMessageId: text(),
  fullText: text().notNull(),
  visibleText: text(),
  authentication: text(),
  fileCount: integer().notNull().default(0),
  state: text().$type<InboundMailState>().notNull(),
  reason: text(),
  ticketId: uuid(),
  userId: uuid(),
  messageId: uuid(),
  leadId: uuid(),
  receivedAt: now(),
  decidedBy: uuid(),
  decidedAt: isoTimestamp(),
});
