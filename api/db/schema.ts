import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AttachmentState } from '#contract/attachments.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import type { CustomerRole } from '#contract/roles.ts';
import type { StaffPermission } from '#contract/staff.ts';
import type { SlaState, TicketOrigin } from '#contract/ticket-states.ts';

// Exports tables only: Drizzle takes this module and the other *-schema.ts as its schema. The SQL is in migrations/.

const timestamptz = () => timestamp({ withTimezone: true });
// Without derived columns (sort keys, search text): nothing here writes them, and lists name the columns they read.

const id = () => uuid().primaryKey().defaultRandom();
const customerId = () => uuid().notNull();
const isoTimestamp = () => timestamp({ withTimezone: true, mode: 'string' });
const createdAt = () => isoTimestamp().notNull().defaultNow();
// A decimal string: a JavaScript number would lose cents.
const money = () => numeric({ precision: 14, scale: 2 });

export const customers = pgTable('customers', {
  id: id(),
  name: text().notNull(),
  contact: text(),
  email: text(),
  phone: text(),
  risk: text().notNull().default('low'),
  totalOutstanding: money(),
  siren: text(),
  number: text(),
  createdAt: createdAt(),
  erasedAt: isoTimestamp(),
});

export const memberships = pgTable(
  'memberships',
  {
    userId: uuid().notNull(),
    customerId: customerId(),
    createdAt: createdAt(),
    roles: text().array().$type<CustomerRole[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.customerId] })],
);

export const invitations = pgTable('invitations', {
  id: id(),
  customerId: customerId(),
  email: text().notNull(),
  roles: text().array().$type<CustomerRole[]>().notNull(),
  tokenHash: text().notNull(),
  locale: text().notNull(),
  invitedBy: uuid(),
  createdAt: createdAt(),
  expiresAt: isoTimestamp().notNull(),
});

export const staffMembers = pgTable('staff_members', {
  userId: uuid().primaryKey(),
  name: text().notNull(),
  permissions: text().array().$type<StaffPermission[]>().notNull(),
  active: boolean().notNull().default(true),
  createdAt: createdAt(),
});

export const enrolmentCodes = pgTable('enrolment_codes', {
  userId: uuid().primaryKey(),
  codeHash: text().notNull(),
  createdAt: createdAt(),
  expiresAt: timestamptz().notNull(),
});

export const invoices = pgTable('invoices', {
  id: id(),
  customerId: customerId(),
  number: text(),
  amount: money().notNull(),
  dueDate: date(),
  status: text().notNull().default('pending'),
  riskScore: integer().notNull().default(0),
  createdAt: createdAt(),
  creditsInvoiceId: uuid(),
  settled: money().notNull().default('0'),
  sharesNumber: boolean().notNull().default(false),
});

export const contracts = pgTable('contracts', {
  id: id(),
  customerId: customerId(),
  contractNumber: text().notNull(),
  title: text().notNull(),
  startDate: date(),
  endDate: date(),
  contractValue: money(),
  status: text().notNull().default('active'),
  createdAt: createdAt(),
  urgentAroundTheClock: boolean().notNull().default(false),
  aroundTheClock: boolean().notNull().default(false),
  responseMinutes: integer(),
  resolutionMinutes: integer(),
  renewsTacitly: boolean().notNull().default(false),
  noticeDays: integer(),
});

export const payments = pgTable('payments', {
  id: id(),
  customerId: customerId(),
  paymentReference: text().notNull(),
  amount: money().notNull(),
  paymentDate: date().notNull(),
  paymentMethod: text().notNull(),
  status: text().notNull().default('pending'),
  notes: text(),
  createdAt: createdAt(),
  allocated: money().notNull().default('0'),
});

export const paymentAllocations = pgTable('payment_allocations', {
  id: id(),
  customerId: customerId(),
  invoiceId: uuid().notNull(),
  paymentId: uuid(),
  creditNoteId: uuid(),
  amount: money().notNull(),
  createdBy: uuid(),
  createdAt: createdAt(),
});

export const invoiceDocuments = pgTable('invoice_documents', {
  invoiceId: uuid().primaryKey(),
  customerId: customerId(),
  origin: text().notNull(),
  kind: text().notNull(),
  issuedOn: date().notNull(),
  currency: text().notNull(),
  net: money().notNull(),
  tax: money().notNull(),
  gross: money().notNull(),
  due: money().notNull(),
  buyerSiren: text(),
  iban: text(),
  profile: text().notNull(),
  document: jsonb().$type<InvoiceDocument>().notNull(),
  createdBy: uuid(),
  createdAt: createdAt(),
});

export const recordFiles = pgTable('record_files', {
  id: id(),
  customerId: customerId(),
  invoiceId: uuid(),
  contractId: uuid(),
  licenseId: uuid(),
  fileName: text().notNull(),
  contentType: text().notNull(),
  language: text(),
  size: integer().notNull(),
  sha256: text().notNull(),
  state: text().$type<AttachmentState>().notNull(),
  signature: text(),
  createdBy: uuid(),
  createdAt: createdAt(),
  replacedAt: isoTimestamp(),
});

export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid().notNull(),
  customerId: customerId(),
  secretHash: text().notNull(),
  createdAt: createdAt(),
});

export const invoiceCounters = pgTable('invoice_counters', { year: integer().primaryKey(), last: integer().notNull() });

export const licenses = pgTable('licenses', {
  id: id(),
  customerId: customerId(),
  productName: text().notNull(),
  licenseKey: text().notNull(),
  licenseType: text().notNull(),
  seats: integer().notNull().default(1),
  expiryDate: date(),
  monthlyCost: money(),
  status: text().notNull().default('active'),
  createdAt: createdAt(),
});

export const tickets = pgTable('tickets', {
  id: id(),
  customerId: customerId(),
  ticketNumber: text().notNull(),
  shortNumber: integer()
    .notNull()
    .default(sql`nextval('short_ticket_numbers')`),
  subject: text().notNull(),
  description: text().notNull(),
  priority: text().notNull().default('medium'),
  topic: text().notNull().default('support'),
  invoiceId: uuid(),
  status: text().notNull().default('open'),
  authorId: uuid(),
  idempotencyKey: text(),
  createdAt: createdAt(),
  resolvedAt: isoTimestamp(),
  assigneeId: uuid(),
  version: integer().notNull().default(1),
  requesterId: uuid(),
  firstResponseDueAt: isoTimestamp(),
  firstRespondedAt: isoTimestamp(),
  slaState: text().$type<SlaState>(),
  slaCalendar: text().$type<'office' | 'continuous'>(),
  slaPausedAt: isoTimestamp(),
  slaWarnedAt: isoTimestamp(),
  responseMinutes: integer().notNull().default(240),
  resolutionMinutes: integer(),
  resolutionDueAt: isoTimestamp(),
  resolutionState: text().$type<SlaState>(),
  resolutionPausedAt: isoTimestamp(),
  resolutionWarnedAt: isoTimestamp(),
  reopenedCount: integer().notNull().default(0),
  followsTicketId: uuid(),
  mergedIntoId: uuid(),
  lastPublicAt: isoTimestamp(),
  closedAt: isoTimestamp(),
  unreadSince: isoTimestamp(),
  snoozedUntil: isoTimestamp(),
  tags: text().array().notNull().default([]),
  customerWroteLast: boolean().notNull().default(true),
  origin: text().$type<TicketOrigin>().notNull().default('portal'),
  unverifiedSender: text(),
});

/** Views of the queue, each of a staff member. */
export const savedViews = pgTable('saved_views', {
  id: id(),
  userId: uuid().notNull(),
  place: integer().notNull(),
  name: text().notNull(),
  filters: jsonb().$type<Record<string, string>>().notNull(),
  createdAt: createdAt(),
});

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: timestamptz().notNull(),
  blockedUntil: timestamptz(),
});

/** Written by audit-log.ts only: the server's roles may not insert every column. */
export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey().defaultRandom(),
  happenedAt: timestamptz().notNull().defaultNow(),
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

export const retentionRuns = pgTable('retention_runs', {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: timestamptz().notNull(),
  finishedAt: timestamptz().notNull(),
  counts: jsonb().$type<Record<string, number>>().notNull(),
});
