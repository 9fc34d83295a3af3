/** Fills the journeys' database before their server starts: run by ../serve.ts on either engine. */
import { sql } from 'drizzle-orm';
import { createAuthContext } from '#api/auth/core/auth-context.ts';
import { authSecret, deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator, type Transaction } from '#api/db/transaction-context.ts';
import { openDatabase } from '#api/db/connect.ts';
import { contracts, invoices, licenses, payments, tickets } from '#api/db/schema.ts';
import { createDemo } from '#main/admin/demo/create-demo.ts';
import { openFiles } from '#api/files/files.ts';
import { readSettings } from '#api/lib/env.ts';
import { createLog } from '#api/lib/log.ts';
import { createDocumentWriter } from '#api/documents/document-writer.ts';
import { seedDesk } from '../desk/seed.ts';
import { createCustomer, createUser } from './seed-accounts.ts';
import { seedConversations } from './seed-conversations.ts';
import { seedPeople, seedStaff } from './seed-people.ts';
import { describedTicket, guarded, hostile, manyInvoices, similarNames, ticketWriters, users } from './users.ts';

const settings = readSettings();
const log = createLog('warn');
const database = await openDatabase(settings, log);
const keys = deriveKeys(authSecret(settings), settings.secretsBefore);
const auth = createAuthContext(database, { siteUrl: settings.siteUrl, keys }, log);
const documents = createDocumentWriter();
await createDemo(database, auth, settings, { files: openFiles(settings), documents, currency: settings.currency });
await documents.close();

const dayLength = 24 * 60 * 60 * 1000;
// In the browsers' time zone (playwright.config.ts): between 22:00 and midnight UTC it is the next day there.
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
const day = (days: number) => new Date(Date.parse(today) + days * dayLength).toISOString().slice(0, 10);
const moment = (days: number) => new Date(Date.now() + days * dayLength).toISOString();

async function seedEveryState(tx: Transaction): Promise<void> {
  const customerId = await createCustomer(tx, users.claire, {
    name: 'Cabinet Fontanel',
    contact: 'Claire Fontanel',
    phone: '+33 4 65 71 00 12',
    risk: 'low',
  });
  // The number of the last one is not known.
  const issued: [number: string | null, amount: string, due: string | null, status: string, riskScore: number][] = [
    ['FC-2025-0001', '1250.50', '2025-01-05', 'paid', 71],
    ['FC-2026-0042', '8000', day(-12), 'overdue', 70],
    ['FC-2026-0043', '400', day(12), 'pending', 41],
    [null, '99.99', null, 'disputed', 40],
  ];
  await tx.insert(invoices).values(
    issued.map(([number, amount, dueDate, status, riskScore], at) => {
      return { customerId, number, amount, dueDate, status, riskScore, createdAt: moment(-at - 1) };
    }),
  );
  const signed: [number: string, title: string, status: string, start?: string, end?: string, value?: string][] = [
    ['CT-1', 'Managed services', 'active', '2024-01-05', day(30), '4800'],
    ['CT-2', 'Backup', 'expired', '2020-01-01', '2021-01-01', '0.50'],
    ['CT-3', 'Hosting', 'terminated'],
    ['CT-4', 'Audit', 'draft'],
    ['CT-5', 'Paused work', 'on_hold'],
  ];
  await tx.insert(contracts).values(
    signed.map(([contractNumber, title, status, startDate, endDate, contractValue], at) => {
      return {
        customerId,
        contractNumber,
        title,
        status,
        startDate,
        endDate,
        contractValue,
        createdAt: moment(-at - 1),
      };
    }),
  );
  const note =
    'Settles two invoices of the last quarter, as agreed by phone; the remainder follows with the next transfer.';
  const paid: [amount: string, date: string, method: string, status: string, notes?: string][] = [
    ['1250.50', '2025-01-06', 'bank_transfer', 'completed', note],
    ['10', '2025-01-05', 'credit_card', 'pending'],
    ['11', '2025-01-04', 'check', 'failed', ''],
    ['12', '2025-01-03', 'cash', 'refunded'],
    ['13', '2025-01-02', 'barter', 'lost'],
    ['14', day(0), 'cash', 'completed'],
  ];
  await tx.insert(payments).values(
    paid.map(([amount, paymentDate, paymentMethod, status, notes], at) => {
      return { customerId, paymentReference: `PAY-${at + 1}`, amount, paymentDate, paymentMethod, status, notes };
    }),
  );
  type License = [
    name: string,
    key: string,
    type: string,
    seats: number,
    status: string,
    expiry?: string,
    cost?: string,
  ];
  const licensed: License[] = [
    ['Office suite', 'AAAA-BBBB-CCCC', 'subscription', 24, 'active', day(45), '280.80'],
    ['Antivirus', 'DDDD-EEEE', 'perpetual', 1, 'expired'],
    ['Editor', 'FFFF', 'trial', 2, 'suspended', '2024-12-31', '5'],
    ['Old tool', 'GGGG', 'floating', 0, 'terminated'],
    ['Odd tool', 'HHHH', 'trial', 3, 'frozen'],
  ];
  await tx.insert(licenses).values(
    licensed.map(([productName, licenseKey, licenseType, seats, status, expiryDate, monthlyCost], at) => {
      const createdAt = moment(-at - 1);
      return { customerId, productName, licenseKey, licenseType, seats, status, expiryDate, monthlyCost, createdAt };
    }),
  );
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

async function seedOneOfEach(tx: Transaction): Promise<void> {
  const customerId = await createCustomer(tx, users.solo, { name: 'Single', risk: 'medium' });
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

async function seedManyInvoices(tx: Transaction): Promise<void> {
  const customerId = await createCustomer(tx, users.max, { name: 'Many', risk: 'high' });
  await tx.execute(sql`
    INSERT INTO invoices (customer_id, number, amount, due_date, status, risk_score, created_at)
    SELECT ${customerId}::uuid, 'FA-2020-' || lpad(nth::text, 4, '0'), nth, date '2020-01-01' + nth, CASE WHEN nth % 3 = 0 THEN 'overdue' ELSE 'paid' END, nth % 101,
      timestamptz '2020-01-01' + nth * interval '1 hour'
    FROM generate_series(1, ${manyInvoices}::integer) AS nth`);
}

/** Two licenses whose names differ at the end, a ticket to be read, and 64 invoices of $1,001 to $1,064. */
async function seedNames(tx: Transaction): Promise<void> {
  const customerId = await createCustomer(tx, users.nina, { name: 'Names & Cie', risk: 'low' });
  await tx.execute(sql`
    INSERT INTO invoices (customer_id, amount, due_date, status, risk_score, created_at)
    SELECT ${customerId}::uuid, 1000 + nth, date '2025-01-01' + nth, 'paid', nth, timestamptz '2025-01-01' + nth * interval '1 hour'
    FROM generate_series(1, 64) AS nth`);
  await tx.insert(licenses).values(
    similarNames.map((productName, at) => ({
      customerId,
      productName,
      licenseKey: `AAAAA-BBBBB-CCCCC-DDDDD-EEEE${at}`,
      licenseType: 'subscription',
      seats: 12,
      expiryDate: day(40 + at),
      monthlyCost: '1234.50',
    })),
  );
  const { number, subject, description } = describedTicket;
  const createdAt = '2025-01-05T09:30:15.123456Z';
  await tx.insert(tickets).values([
    { customerId, ticketNumber: number, subject, description, priority: 'high', createdAt },
    { customerId, ticketNumber: 'TKT-40010', subject: 'Another', description: `About ${number}.` },
  ]);
}

async function seedHostileText(tx: Transaction): Promise<void> {
  const { html, rightToLeft, emoji, long, formula } = hostile;
  const number = `${html} ${long}`.normalize('NFC').slice(0, 200).trim();
  const customerId = await createCustomer(tx, users.eve, {
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

for (const part of [
  seedEveryState,
  seedOneOfEach,
  seedManyInvoices,
  seedNames,
  seedHostileText,
  seedPeople,
  seedConversations,
])
  await asOperator(database, part);
await asOperator(database, async (tx) => {
  await createCustomer(tx, users.nora, { name: 'Nothing' });
  for (const email of ticketWriters) await createCustomer(tx, email, { name: email });
  for (const email of [users.uma, ...guarded]) await createUser(tx, email);
});
await seedStaff(database, auth, settings.dataDir);
await seedDesk(database, auth, settings.dataDir);
await database.close();
