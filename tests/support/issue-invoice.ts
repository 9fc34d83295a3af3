import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { customers } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer } from './api.ts';
import type { TestDatabase } from './database.ts';

/** A French company that can get an invoice. */
export async function makeBuyer(database: TestDatabase, more: { siren?: string | null; email?: string } = {}) {
  const { id } = await makeCustomer(database, `Buyer ${randomUUID().slice(0, 8)}`);
  const values = { siren: '000000208', ...more };
  await asOperator(database, (tx) => tx.update(customers).set(values).where(eq(customers.id, id)));
  return id;
}

export const invoiceLine = {
  name: 'Supervision',
  description: null,
  quantity: '3',
  unit: 'C62',
  price: '33.33',
  discountPercent: null,
  taxCategory: 'S',
  taxRate: '20',
};

/** The body of `POST /api/desk/invoices/issue`. */
export const invoiceDraft = (customerId: string, changes: object = {}) => ({
  id: randomUUID(),
  customerId,
  creditsId: null,
  address: { lines: ['1 rue de l’Exemple'], postCode: '06000', city: 'Nice', country: 'FR' },
  vatId: null,
  dueOn: '2099-01-31',
  deliveredOn: null,
  language: 'fr',
  nature: 'services',
  orderNumber: null,
  lines: [invoiceLine],
  euroRate: '0.9',
  remark: null,
  ...changes,
});
