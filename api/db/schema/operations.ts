import { jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What the server keeps about its own work. */
export const retentionRuns = pgTable('retention_runs', {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: timestamp({ withTimezone: true }).notNull(),
  finishedAt: timestamp({ withTimezone: true }).notNull(),
  counts: jsonb().$type<Record<string, number>>().notNull(),
});
