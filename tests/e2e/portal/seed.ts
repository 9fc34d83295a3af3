/** Fills the journeys' database before their server starts: run by ../serve.ts on either engine. */
import { sql } from 'drizzle-orm';
import { hashPassword } from '#api/auth/password-hash.ts';
import { asOperator, type Transaction } from '#api/db/transaction-context.ts';
import { openDatabase } from '#api/db/connect.ts';
import { accounts, users as usersTable } from '#api/db/schema/users.ts';
import { contracts, customers, customerUsers, invoices, licenses, payments, tickets } from '#api/db/schema/records.ts';
import { createDemo } from '#api/admin/demo/create-demo.ts';
import { readSettings } from '#api/lib/env.ts';
import { createLog } from '#api/lib/log.ts';
import { guarded, hostile, manyInvoices, password, ticketWriters, users } from './users.ts';
import { inDays as day, seedNames } from './seed-names.ts';

const settings = readSettings();
const database = await openDatabase(settings, createLog('warn'));
await createDemo(database, settings);
const hash = await hashPassword(password);

const dayLength = 24 * 60 * 60 * 1000;
const moment = (days: number) => new Date(Date.now() + days * dayLength).toISOString();

async function login(tx: Transaction, email: string, customerId?: string): Promise<void> {
  const [user] = await tx.insert(usersTable).values({ email, name: email, emailVerified: true }).returning();
  if (user === undefined) throw new Error(`${email} was not made.`);
  await tx.insert(accounts).values({ userId: user.id, accountId: user.id, providerId: 'credential', password: hash });
  if (customerId !== undefined) await tx.insert(customerUsers).values({ userId: user.id, customerId });
}

async function customer(
  tx: Transaction,
  email: string,
  values: Omit<typeof customers.$inferInsert, 'email'>,
): Promise<string> {
  const row = { ...values, email };
  const [made] = await tx.insert(customers).values(row).returning();
  if (made === undefined) throw new Error(`${values.name} was not made.`);
  await login(tx, email, made.id);
  return made.id;
}

async function everyState(tx: Transaction): Promise<void> {
  const customerId = await customer(tx, users.claire, {
    name: 'Cabinet Fontanel',
    contact: 'Claire Fontanel',
    phone: '+33 4 65 71 00 12',
    risk: 'low',
  });
  // The number of the last one is not known.
  const issued: [number: string | null, amount: string, due: string | null, status: string, riskScore: number][] = [
    ['FA-2025-0001', '1250.50', '2025-01-05', 'paid', 71],
    ['FA-2026-0042', '8000', day(-12), 'overdue', 70],
    ['FA-2026-0043', '400', day(12), 'pending', 41],
    [null, '99.99', null, 'disputed', 40],
  ];
  await tx.insert(invoices).values(
    issued.map(([number, amount, dueDate, status, riskScore], at) => {
      return { customerId, number, amount, dueDate, status, riskScore, createdAt: moment(-at - 1) };
    }),
  );
  await tx.insert(contracts).values([
    {
      customerId,
      contractNumber: 'CT-1',
      title: 'Managed services',
      startDate: '2024-01-05',
      endDate: day(30),
      contractValue: '4800',
      status: 'active',
      createdAt: moment(-1),
    },
    {
      customerId,
      contractNumber: 'CT-2',
      title: 'Backup',
      startDate: '2020-01-01',
      endDate: '2021-01-01',
      contractValue: '0.50',
      status: 'expired',
      createdAt: moment(-2),
    },
    { customerId, contractNumber: 'CT-3', title: 'Hosting', status: 'terminated', createdAt: moment(-3) },
    { customerId, contractNumber: 'CT-4', title: 'Audit', status: 'draft', createdAt: moment(-4) },
    { customerId, contractNumber: 'CT-5', title: 'Paused work', status: 'on_hold', createdAt: moment(-5) },
  ]);
  const note =
    'Settles two invoices of the last quarter, as agreed by phone; the remainder follows with the next transfer.';
  await tx.insert(payments).values([
    {
      customerId,
      paymentReference: 'PAY-1',
      amount: '1250.50',
      paymentDate: '2025-01-06',
      paymentMethod: 'bank_transfer',
      status: 'completed',
      notes: note,
    },
    {
      customerId,
      paymentReference: 'PAY-2',
      amount: '10',
      paymentDate: '2025-01-05',
      paymentMethod: 'credit_card',
      status: 'pending',
    },
    {
      customerId,
      paymentReference: 'PAY-3',
      amount: '11',
      paymentDate: '2025-01-04',
      paymentMethod: 'check',
      status: 'failed',
      notes: '',
    },
    {
      customerId,
      paymentReference: 'PAY-4',
      amount: '12',
      paymentDate: '2025-01-03',
      paymentMethod: 'cash',
      status: 'refunded',
    },
    {
      customerId,
      paymentReference: 'PAY-5',
      amount: '13',
      paymentDate: '2025-01-02',
      paymentMethod: 'barter',
      status: 'lost',
    },
    {
      customerId,
      paymentReference: 'PAY-6',
      amount: '14',
      paymentDate: day(0),
      paymentMethod: 'cash',
      status: 'completed',
    },
  ]);
  await tx.insert(licenses).values([
    {
      customerId,
      productName: 'Office suite',
      licenseKey: 'AAAA-BBBB-CCCC',
      licenseType: 'subscription',
      seats: 24,
      expiryDate: day(45),
      monthlyCost: '280.80',
      status: 'active',
      createdAt: moment(-1),
    },
    {
      customerId,
      productName: 'Antivirus',
      licenseKey: 'DDDD-EEEE',
      licenseType: 'perpetual',
      seats: 1,
      status: 'expired',
      createdAt: moment(-2),
    },
    {
      customerId,
      productName: 'Editor',
      licenseKey: 'FFFF',
      licenseType: 'trial',
      seats: 2,
      expiryDate: '2024-12-31',
      monthlyCost: '5',
      status: 'suspended',
      createdAt: moment(-3),
    },
    {
      customerId,
      productName: 'Old tool',
      licenseKey: 'GGGG',
      licenseType: 'floating',
      seats: 0,
      status: 'terminated',
      createdAt: moment(-4),
    },
    {
      customerId,
      productName: 'Odd tool',
      licenseKey: 'HHHH',
      licenseType: 'trial',
      seats: 3,
      status: 'frozen',
      createdAt: moment(-5),
    },
  ]);
  const states = ['open', 'in_progress', 'waiting_customer', 'resolved', 'closed', 'escalated'];
  const priorities = ['urgent', 'high', 'medium', 'low', 'medium', 'whenever'];
  await tx.insert(tickets).values(
    states.map((status, at) => ({
      customerId,
      ticketNumber: `TKT-100${at}`,
      subject: `Ticket ${at}`,
      description: 'Something is wrong.',
      priority: priorities[at] ?? 'low',
      status,
      createdAt: moment(-at - 1),
    })),
  );
}

async function oneOfEach(tx: Transaction): Promise<void> {
  const customerId = await customer(tx, users.solo, { name: 'Single', risk: 'medium' });
  await tx.insert(invoices).values({ customerId, amount: '1', status: 'paid' });
  await tx.insert(contracts).values({ customerId, contractNumber: 'CT-SOLO', title: 'Only one' });
  await tx
    .insert(payments)
    .values({ customerId, paymentReference: 'PAY-SOLO', amount: '1', paymentDate: day(-1), paymentMethod: 'cash' });
  await tx
    .insert(licenses)
    .values({ customerId, productName: 'Only one', licenseKey: 'SOLO', licenseType: 'perpetual' });
  await tx.insert(tickets).values({ customerId, ticketNumber: 'TKT-2001', subject: 'Only one', description: 'd' });
}

async function many(tx: Transaction): Promise<void> {
  const customerId = await customer(tx, users.max, { name: 'Many', risk: 'high' });
  await tx.execute(sql`
    INSERT INTO invoices (customer_id, number, amount, due_date, status, risk_score, created_at)
    SELECT ${customerId}::uuid, 'FA-2020-' || lpad(nth::text, 4, '0'), nth, date '2020-01-01' + nth, CASE WHEN nth % 3 = 0 THEN 'overdue' ELSE 'paid' END, nth % 101,
      timestamptz '2020-01-01' + nth * interval '1 hour'
    FROM generate_series(1, ${manyInvoices}::integer) AS nth`);
}

async function names(tx: Transaction): Promise<void> {
  await seedNames(tx, await customer(tx, users.nina, { name: 'Names & Cie', risk: 'low' }));
}

async function attack(tx: Transaction): Promise<void> {
  const { html, rightToLeft, emoji, long, formula } = hostile;
  const number = `${html} ${long}`.normalize('NFC').slice(0, 200).trim();
  const customerId = await customer(tx, users.eve, {
    name: `${html} ${long}`.slice(0, 200),
    contact: rightToLeft,
    phone: emoji,
    risk: long.slice(0, 50),
    totalOutstanding: '999999999999.99',
  });
  await tx.insert(invoices).values([
    { customerId, number, amount: '999999999999.99', dueDate: day(-40_000), status: html.slice(0, 50), riskScore: 100 },
    { customerId, number: formula, amount: '0.01', dueDate: day(2_000_000), status: 'pending', riskScore: 0 },
  ]);
  await tx.insert(contracts).values([
    { customerId, contractNumber: 'N'.repeat(64), title: long, endDate: day(3), contractValue: '999999999999.99' },
    { customerId, contractNumber: emoji, title: rightToLeft, status: '__proto__' },
    { customerId, contractNumber: 'HTML', title: html, status: rightToLeft },
  ]);
  await tx.insert(payments).values([
    {
      customerId,
      paymentReference: formula,
      amount: '1',
      paymentDate: day(0),
      paymentMethod: html.slice(0, 50),
      status: 'constructor',
      notes: `${long}\n${html}\n`.repeat(14).slice(0, 4000),
    },
    {
      customerId,
      paymentReference: rightToLeft,
      amount: '2',
      paymentDate: day(-1),
      paymentMethod: emoji,
      status: 'completed',
      notes: rightToLeft,
    },
  ]);
  await tx.insert(licenses).values({
    customerId,
    productName: long,
    licenseKey: 'K'.repeat(300),
    licenseType: html.slice(0, 50),
    seats: 2_147_483_647,
    expiryDate: day(1),
    monthlyCost: '999999999999.99',
  });
  await tx.insert(tickets).values([
    {
      customerId,
      ticketNumber: 'TKT-9223372036854775807',
      subject: 'S'.repeat(200),
      description: `${long}\n${html}\n${rightToLeft}\n`.repeat(25).slice(0, 10_000),
      priority: html.slice(0, 50),
      status: 'waiting_customer',
    },
    { customerId, ticketNumber: 'TKT-3001', subject: html, description: 'd' },
  ]);
}

for (const part of [everyState, oneOfEach, many, names, attack]) await asOperator(database, part);
await asOperator(database, async (tx) => {
  await customer(tx, users.nora, { name: 'Nothing' });
  for (const email of ticketWriters) await customer(tx, email, { name: email });
  for (const email of [users.uma, ...guarded]) await login(tx, email);
});
await database.close();
