import { date, integer, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// Without generated columns (sort keys, search text): nothing here writes them, and lists name the columns they read.

const id = () => uuid().primaryKey().defaultRandom();
const customerId = () => uuid().notNull();
const createdAt = () => timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow();
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
  createdAt: createdAt(),
  erasedAt: timestamp({ withTimezone: true, mode: 'string' }),
});

export const customerUsers = pgTable('customer_users', {
  userId: uuid().primaryKey(),
  customerId: customerId(),
  createdAt: createdAt(),
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
});

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
  subject: text().notNull(),
  description: text().notNull(),
  priority: text().notNull().default('medium'),
  status: text().notNull().default('open'),
  createdBy: uuid(),
  idempotencyKey: text(),
  createdAt: createdAt(),
  resolvedAt: timestamp({ withTimezone: true, mode: 'string' }),
});
