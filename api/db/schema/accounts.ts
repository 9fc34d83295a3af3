import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// Property names are the sign-in library's, which looks its fields up by them. The SQL is in migrations/.

const moment = () => timestamp({ withTimezone: true });

export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull(),
  image: text(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  // The database notes it with each session.
  lastSignedInAt: moment(),
  twoFactorEnabled: boolean().notNull().default(false),
  // Not the library's: nobody signs in until a new password was chosen by mail.
  lockedAt: moment(),
  // Nor this: raised when access is revoked.
  accessVersion: integer().notNull().default(0),
});

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  token: text().notNull(),
  expiresAt: moment().notNull(),
  ipAddress: text(),
  userAgent: text(),
  // Not the library's: a session that it makes anew begins with a proof.
  authenticatedAt: moment().notNull().defaultNow(),
  // Nor this: the database ends a session thirty days later.
  signedInAt: moment().notNull().defaultNow(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
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
  accessTokenExpiresAt: moment(),
  refreshTokenExpiresAt: moment(),
  scope: text(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

export const verifications = pgTable('verifications', {
  id: uuid().primaryKey().defaultRandom(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: moment().notNull(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Not the library's. Each gives an account the email address back that it had. */
export const emailUndoLinks = pgTable('email_undo_links', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  tokenHash: text().notNull(),
  email: text().notNull(),
  createdAt: moment()
    .notNull()
    .default(sql`clock_timestamp()`),
  expiresAt: moment().notNull(),
});

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: moment().notNull(),
  blockedUntil: moment(),
});

export const mailOutbox = pgTable('mail_outbox', {
  id: uuid().primaryKey().defaultRandom(),
  template: text().notNull(),
  recipient: text().notNull(),
  locale: text(),
  data: jsonb().$type<Record<string, string>>().notNull().default({}),
  attempts: integer().notNull().default(0),
  nextAttemptAt: moment().notNull().defaultNow(),
  lastError: text(),
  sentAt: moment(),
  failedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});
