import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = () => timestamp({ withTimezone: true });

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: timestamptz().notNull(),
  blockedUntil: timestamptz(),
});

export const mailOutbox = pgTable('mail_outbox', {
  id: uuid().primaryKey().defaultRandom(),
  template: text().notNull(),
  recipient: text().notNull(),
  locale: text(),
  data: jsonb().$type<Record<string, string>>().notNull().default({}),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamptz().notNull().defaultNow(),
  lastError: text(),
  sentAt: timestamptz(),
  failedAt: timestamptz(),
  isRejected: boolean().notNull().default(false),
  createdAt: timestamptz().notNull().defaultNow(),
});

/** Written by audit-log.ts only: the server's roles may not insert every column. */
export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey().defaultRandom(),
  happenedAt: timestamptz().notNull().defaultNow(),
  actor: text().notNull(),
  event: text().notNull(),
  outcome: text().notNull().default('done'),
  userId: uuid(),
  customer: uuid(),
  entity: text(),
  times: integer().notNull().default(1),
  requestId: text(),
  network: text(),
  details: jsonb().$type<Record<string, string | number>>().notNull().default({}),
});

export const retentionRuns = pgTable('retention_runs', {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: timestamptz().notNull(),
  finishedAt: timestamptz().notNull(),
  counts: jsonb().$type<Record<string, number>>().notNull(),
});
