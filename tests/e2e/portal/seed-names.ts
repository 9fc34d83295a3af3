import { sql } from 'drizzle-orm';
import type { Transaction } from '#api/db/transaction-context.ts';
import { licenses, tickets } from '#api/db/schema/records.ts';
import { describedTicket, similarNames } from './users.ts';

const dayLength = 24 * 60 * 60 * 1000;
// In the browsers' time zone (playwright.config.ts): between 22:00 and midnight UTC it is the next day there.
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
export const inDays = (days: number) => new Date(Date.parse(today) + days * dayLength).toISOString().slice(0, 10);

/** Two licenses whose names differ at the end, a ticket to be read, and 64 invoices of $1,001 to $1,064. */
export async function seedNames(tx: Transaction, customerId: string): Promise<void> {
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
      expiryDate: inDays(40 + at),
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
