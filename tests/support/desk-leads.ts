import { randomBytes, randomUUID } from 'node:crypto';
import { leads } from '#modules/leads/server/lead-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined } from './api.ts';
import type { TestDatabase } from './database.ts';

export type NewLead = Partial<typeof leads.$inferInsert>;

const hash = () => randomBytes(32).toString('base64url');

/** A lead of somebody new, as the contact form delivers it. */
export async function makeLead(database: TestDatabase, more: NewLead = {}) {
  const name = `Claire ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID().slice(0, 8)}@massena.example`;
  const company = 'Cabinet Masséna';
  const row = {
    form: 'contact' as const,
    name,
    company,
    email,
    values: { name, company, email, phone: '', service: 'managed', message: 'Notre réseau est lent.' },
    page: '/contact',
    consent: { text_hash: hash(), page: '/contact', at: new Date().toISOString() },
    verdict: 'clean' as const,
    dueAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
    keyHash: hash(),
    requestHash: hash(),
    ...more,
  };
  return assertDefined((await asOperator(database, (tx) => tx.insert(leads).values(row).returning()))[0]);
}
