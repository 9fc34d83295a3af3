import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { subscriberStates } from '#contract/newsletter.ts';

// Migration 0033. Exports tables only, as schema.ts does.

const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const now = () => isoTimestamp().notNull().defaultNow();

export const subscribers = pgTable('subscribers', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  state: text({ enum: subscriberStates }).notNull().default('pending'),
  consent: jsonb().$type<{ text_hash: string; page: string; at: string }>().notNull(),
  requestedAt: now(),
  confirmedAt: isoTimestamp(),
});

export const suppressed = pgTable('suppressed', {
  emailHmac: text().primaryKey(),
  createdAt: now(),
});
