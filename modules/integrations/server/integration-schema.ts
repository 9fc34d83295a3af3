import { date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// API keys and webhooks (migrations 0035 and 0036). Exports tables only, as schema.ts does.

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

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey().defaultRandom(),
  url: text().notNull(),
  events: text().array().notNull(),
  secret: text().notNull(),
  previousSecret: text(),
  previousUntil: isoTimestamp(),
  createdBy: uuid().notNull(),
  createdAt: isoTimestamp().notNull().defaultNow(),
  failingSince: isoTimestamp(),
  pausedUntil: isoTimestamp(),
  disabledAt: isoTimestamp(),
});

export const webhookMessages = pgTable('webhook_messages', {
  id: uuid().primaryKey().defaultRandom(),
  endpointId: uuid().notNull(),
  event: text().notNull(),
  body: text().notNull(),
  createdAt: isoTimestamp().notNull().defaultNow(),
  deliveredAt: isoTimestamp(),
});

export const webhookAttempts = pgTable('webhook_attempts', {
  id: uuid().primaryKey().defaultRandom(),
  messageId: uuid().notNull(),
  attemptedAt: isoTimestamp().notNull().defaultNow(),
  status: integer(),
  problem: text(),
  milliseconds: integer().notNull(),
});
