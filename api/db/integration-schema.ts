import { date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// API keys (migration 0035). Exports tables only, as schema.ts does.

const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });

export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  prefix: text().notNull(),
  tokenHash: text().notNull(),
  scopes: text().array().notNull(),
  createdBy: uuid().notNull(),
  createdAt: isoTimestamp().notNull().defaultNow(),
  expiresAt: isoTimestamp().notNull(),
  lastUsedOn: date(),
  revokedBy: uuid(),
  revokedAt: isoTimestamp(),
});
