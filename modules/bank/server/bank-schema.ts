import { sql } from 'drizzle-orm';
import { boolean, date, integer, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// Our bank accounts, other accounts in invoices, and reminders of invoices (migrations 0024 and 0040). Exports tables only, as schema.ts does.

const id = () => uuid().primaryKey().defaultRandom();
const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const now = () => isoTimestamp().notNull().defaultNow();

export const bankAccounts = pgTable('bank_accounts', {
  id: id(),
  iban: text().notNull(),
  bic: text().notNull(),
  holder: text().notNull(),
  proposedBy: uuid().notNull(),
  proposedAt: isoTimestamp().notNull(),
  approvedBy: uuid(),
  approvedAt: isoTimestamp(),
  activeFrom: isoTimestamp(),
  endedBy: uuid(),
  endedAt: isoTimestamp(),
  endReason: text(),
});

export const bankNotices = pgTable('bank_notices', {
  id: id(),
  accountId: uuid().notNull(),
  userId: uuid(),
  tokenHash: text().notNull(),
  createdAt: now(),
  alarmAt: isoTimestamp(),
  dismissedBy: uuid(),
  dismissedAt: isoTimestamp(),
  dismissReason: text(),
});

export const invoiceIbanRequests = pgTable('invoice_iban_requests', {
  id: id(),
  customerId: uuid().notNull(),
  number: text().notNull(),
  iban: text().notNull(),
  gross: numeric({ precision: 14, scale: 2 }).notNull(),
  currency: text().notNull(),
  requestedBy: uuid().notNull(),
  requestedAt: isoTimestamp()
    .notNull()
    .default(sql`clock_timestamp()`),
  decidedBy: uuid(),
  decidedAt: isoTimestamp(),
  isConfirmed: boolean(),
});

export const reminderSettings = pgTable('reminder_settings', {
  id: id(),
  customerId: uuid().notNull(),
  invoiceId: uuid(),
  days: integer().array().notNull(),
  updatedBy: uuid().notNull(),
  updatedAt: now(),
});

export const invoiceReminders = pgTable('invoice_reminders', {
  id: id(),
  customerId: uuid().notNull(),
  invoiceId: uuid().notNull(),
  userId: uuid(),
  dueDate: date().notNull(),
  stage: integer().notNull(),
  createdAt: now(),
  sentAt: isoTimestamp(),
});
