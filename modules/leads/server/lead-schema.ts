import {
  consentForms,
  leadForms,
  leadMessageKinds,
  leadStatuses,
  leadVerdicts,
  slotDecisions,
} from '#contract/leads.ts';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// What public forms carried (migration 0030). Exports tables only, as schema.ts does.

const id = () => uuid().primaryKey().defaultRandom();
const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const now = () => isoTimestamp().notNull().defaultNow();

export const consentTexts = pgTable('consent_texts', {
  hash: text().primaryKey(),
  form: text({ enum: consentForms }).notNull(),
  body: text().notNull(),
  firstShownAt: now(),
});

export const leads = pgTable('leads', {
  id: id(),
  form: text({ enum: leadForms }).notNull(),
  values: jsonb().$type<Record<string, string>>().notNull(),
  name: text().notNull(),
  company: text().notNull(),
  email: text().notNull(),
  page: text().notNull(),
  consent: jsonb().$type<{ text_hash: string; page: string; at: string }>().notNull(),
  verdict: text({ enum: leadVerdicts }).notNull(),
  reasons: text().array().notNull().default([]),
  status: text({ enum: leadStatuses }).notNull().default('new'),
  assigneeId: uuid(),
  dueAt: isoTimestamp(),
  receivedAt: now(),
  answeredAt: isoTimestamp(),
  lastContactAt: now(),
  version: integer().notNull().default(1),
  customerId: uuid(),
  ticketId: uuid(),
  keyHash: text().notNull(),
  requestHash: text().notNull(),
  textHash: text(),
});

export const leadMessages = pgTable('lead_messages', {
  id: id(),
  leadId: uuid().notNull(),
  kind: text({ enum: leadMessageKinds }).notNull(),
  authorId: uuid(),
  body: text().notNull(),
  createdAt: now(),
  emailMessageId: text(),
  slotState: text({ enum: slotDecisions }),
  slotStartsAt: isoTimestamp(),
  slotEndsAt: isoTimestamp(),
  slotSequence: integer(),
  files: jsonb().$type<{ name: string; size: number }[]>().notNull().default([]),
  inboundMailId: uuid(),
  idempotencyKey: text(),
});

export const leadProofs = pgTable('lead_proofs', {
  nonce: text().primaryKey(),
  expiresAt: isoTimestamp().notNull(),
});
