import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { hashToken } from '#api/lib/hash-token.ts';
import type { Language } from '#contract/languages.ts';

// Users, their sessions and credentials. Exports tables only, as schema.ts does. better-auth looks its fields up by property name.

const timestamptz = () => timestamp({ withTimezone: true });
/** Written and compared as a hash: `eq(sessions.token, token)` takes the token of the cookie. Read, it is the hash. */
const hashedToken = customType<{ data: string }>({ dataType: () => 'text', toDriver: hashToken });

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
  language: text().$type<Language>(),
  /** Otherwise it is that of a browser, and only decides about mails. */
  languageChosen: boolean().notNull().default(false),
  accessVersion: integer().notNull().default(0),
  passwordDisabledAt: timestamptz(),
});

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  token: hashedToken().notNull(),
  expiresAt: timestamptz().notNull(),
  ipAddress: text(),
  userAgent: text(),
  // Ours.
  authenticatedAt: timestamptz().notNull().defaultNow(),
  signedInAt: timestamptz().notNull().defaultNow(),
  activeCustomerId: uuid(),
  hasSecondFactor: boolean().notNull().default(false),
  viewedCustomerId: uuid(),
  confirmedWithFactor: boolean().notNull().default(false),
  lastUsedAt: timestamptz().notNull().defaultNow(),
  createdAt: timestamptz().notNull().defaultNow(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

export const endedSessions = pgTable('ended_sessions', {
  token: hashedToken().primaryKey(),
  userId: uuid().notNull(),
  endedAt: timestamptz().notNull().defaultNow(),
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

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid().notNull(),
    deviceHash: text().notNull(),
    firstSeenAt: timestamptz().notNull().defaultNow(),
    lastSeenAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

export const twoFactors = pgTable('two_factors', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: timestamptz(),
});

export const passkeys = pgTable('passkeys', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  name: text(),
  publicKey: text().notNull(),
  credentialID: text('credential_id').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  deviceType: text().notNull(),
  backedUp: boolean().notNull(),
  transports: text(),
  aaguid: text(),
  createdAt: timestamptz().notNull().defaultNow(),
});
