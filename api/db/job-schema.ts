import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Delivery } from '#contract/notifications.ts';

// Jobs and how users learn of events (migration 0006). Exports tables only, as schema.ts does.

const timestamptz = () => timestamp({ withTimezone: true });

export const jobs = pgTable('jobs', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().notNull(),
  key: text(),
  ticketId: uuid(),
  userId: uuid(),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamptz().notNull().defaultNow(),
  lastError: text(),
  doneAt: timestamptz(),
  failedAt: timestamptz(),
  createdAt: timestamptz().notNull().defaultNow(),
});

/** What is wrong with the service (migration 0037). */
export const alerts = pgTable(
  'alerts',
  {
    name: text().notNull(),
    scope: text().notNull(),
    since: timestamptz().notNull().defaultNow(),
    seenAt: timestamptz().notNull().defaultNow(),
    notifiedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.scope] })],
);

/** While there is a row, nothing leaves a restored copy (migration 0044). */
export const outboundHolds = pgTable('outbound_holds', {
  id: boolean().primaryKey().default(true),
  since: timestamptz().notNull().defaultNow(),
  asOf: timestamptz().notNull(),
  isSigned: boolean().notNull(),
});

/** How users learn of events; by mail unless there is a row. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: uuid().notNull(),
    event: text().notNull(),
    delivery: text().$type<Delivery>().notNull(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.event] })],
);
