import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { customers, invoiceDocuments, invoices, recordFiles } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { type Facts, plain } from '#tests/fixtures/invoices/facts.ts';
import { type Api, makeCustomer, siteUrl } from './api.ts';
import type { TestDatabase } from './database.ts';
import { setUpDesk } from './desk.ts';

let serial = 0;
/** A SIREN and a number that no other test uses. */
export const next = () => {
  serial += 1;
  return { siren: String(100_000_000 + serial), number: `F-${serial}` };
};

/** Staff who import invoices, and customers who get them. */
export function setUpDocuments(database: TestDatabase, api: Api) {
  const { desk } = setUpDesk(database, api);

  async function send(
    staff: { cookie: string },
    action: string,
    body: Uint8Array | string,
    query: Record<string, string> = {},
  ) {
    const search = new URLSearchParams({ name: 'facture.pdf', ...query });
    const response = await api.request(`/api/desk/imports/${action}-document?${search}`, {
      method: 'POST',
      headers: { Origin: siteUrl, Cookie: staff.cookie, 'Content-Type': 'application/octet-stream' },
      body: Buffer.from(body),
    });
    return { status: response.status, body: await response.json() };
  }
  const preview = async (...[staff, body, query]: [{ cookie: string }, Uint8Array | string, Record<string, string>?]) =>
    (await send(staff, 'preview', body, query)).body;
  /** What was previewed is applied. */
  const bring = async (staff: { cookie: string }, body: Uint8Array | string, query: Record<string, string> = {}) => {
    const { hash } = await preview(staff, body, query);
    return send(staff, 'apply', body, { ...query, hash, accept: 'contradictions' });
  };
  const customerOf = async (siren: string | null) => {
    const customer = await makeCustomer(database, `Acheteur ${randomUUID()}`);
    await asOperator(database, (tx) => tx.update(customers).set({ siren }).where(eq(customers.id, customer.id)));
    return customer;
  };
  const setUp = async (more: Partial<Facts> = {}) => {
    const { siren, number } = next();
    const customer = await customerOf(siren);
    const facts: Facts = { ...plain, number, ...more, buyer: { name: 'Acheteur', siren } };
    return { customer, staff: await desk({ permissions: ['records'] }), facts, siren };
  };
  const storedOf = (customerId: string) =>
    asOperator(database, async (tx) => ({
      invoices: await tx.select().from(invoices).where(eq(invoices.customerId, customerId)),
      documents: await tx.select().from(invoiceDocuments).where(eq(invoiceDocuments.customerId, customerId)),
      files: await tx
        .select()
        .from(recordFiles)
        .where(eq(recordFiles.customerId, customerId))
        .orderBy(recordFiles.contentType),
    }));
  return { desk, send, preview, bring, customerOf, setUp, storedOf };
}
