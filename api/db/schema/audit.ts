import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Written by audit-log.ts only: the server's roles may not insert every column. */
export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey().defaultRandom(),
  happenedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
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
