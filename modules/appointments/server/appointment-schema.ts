import { boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AppointmentKind, AppointmentStatus, Meeting, OpenPeriod, WeeklyHours } from '#contract/appointments.ts';

// Appointments and the hours of their hosts (migration 0031). Exports tables only, as schema.ts does.

const id = () => uuid().primaryKey().defaultRandom();
const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const now = () => isoTimestamp().notNull().defaultNow();

export const hosts = pgTable('hosts', {
  id: id(),
  userId: uuid(),
  zone: text().notNull().default('Europe/Paris'),
  weekly: jsonb().$type<WeeklyHours>().notNull(),
  noticeHours: integer().notNull().default(24),
  horizonDays: integer().notNull().default(60),
  bufferMinutes: integer().notNull().default(0),
  kinds: text().array().$type<AppointmentKind[]>().notNull(),
  isOpen: boolean().notNull().default(true),
  version: integer().notNull().default(1),
  feedHash: text(),
  createdAt: now(),
});

export const hostExceptions = pgTable('host_exceptions', {
  hostId: uuid().notNull(),
  day: date().notNull(),
  hours: jsonb().$type<OpenPeriod[]>(),
});

export const appointments = pgTable('appointments', {
  id: id(),
  uid: uuid().notNull().defaultRandom(),
  sequence: integer().notNull().default(0),
  hostId: uuid().notNull(),
  kind: text().$type<AppointmentKind>().notNull(),
  startsAt: isoTimestamp().notNull(),
  endsAt: isoTimestamp().notNull(),
  status: text().$type<AppointmentStatus>().notNull(),
  meeting: text().$type<Meeting>().notNull(),
  leadId: uuid(),
  userId: uuid(),
  customerId: uuid(),
  name: text().notNull(),
  company: text().notNull(),
  email: text().notNull(),
  phone: text().notNull().default(''),
  answers: jsonb().$type<Record<string, string>>().notNull().default({}),
  zone: text(),
  network: text(),
  tokenHashes: text().array().notNull().default([]),
  heldUntil: isoTimestamp(),
  bookedAt: isoTimestamp(),
  remindedAt: isoTimestamp(),
  cancelledAt: isoTimestamp(),
  cancelledBy: text().$type<'guest' | 'staff' | 'expiry'>(),
  createdAt: now(),
});
