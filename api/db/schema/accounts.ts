import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// better-auth looks its fields up by property name. The SQL is in migrations/.

const timestamptz = () => timestamp({ withTimezone: true });

export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull(),
  image: text(),
  createdAt: timestamptz().notNull().defaultNow(),
  updatedAt: timestamptz().notNull().defaultNow(),
  // Ours, set by a trigger.
  lastSignedInAt: timestamptz(),
  twoFactorEnabled: boolean().notNull().default(false),
  // Ours.
  lockedAt: timestamptz(),
  accessVersion: integer().notNull().default(0),
});

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  token: text().notNull(),
  expiresAt: timestamptz().notNull(),
  ipAddress: text(),
  userAgent: text(),
  // Ours.
  authenticatedAt: timestamptz().notNull().defaultNow(),
  signedInAt: timestamptz().notNull().defaultNow(),
  createdAt: timestamptz().notNull().defaultNow(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  providerId: text().notNull(),
  accountId: text().notNull(),
  password: text(),
  accessToken: text(),
  refreshToken: text(),
  idToken: text(),
  accessTokenExpiresAt: timestamptz(),
  refreshTokenExpiresAt: timestamptz(),
  scope: text(),
  createdAt: timestamptz().notNull().defaultNow(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

export const verifications = pgTable('verifications', {
  id: uuid().primaryKey().defaultRandom(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: timestamptz().notNull(),
  createdAt: timestamptz().notNull().defaultNow(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

export const emailUndoLinks = pgTable('email_undo_links', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  tokenHash: text().notNull(),
  email: text().notNull(),
  createdAt: timestamptz()
    .notNull()
    .default(sql`clock_timestamp()`),
  expiresAt: timestamptz().notNull(),
});

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
