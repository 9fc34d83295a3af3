import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoices } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, customer, engine }) => {
  const { desk, portal } = setUpDesk(database, api);
  let serial = 0;
  const addInvoice = async (customerId: string) => {
    const row = { customerId, number: `ASK-${engine}-${(serial += 1)}`, amount: '10.00' };
    return assertDefined((await asOperator(database, (tx) => tx.insert(invoices).values(row).returning()))[0]);
  };
  const ask = (who: { cookie: string }, more: object) =>
    portal(who).post('/api/portal/tickets', { subject: 'Question', description: 'Why?', ...more });
  const card = async (id: string, who: { cookie: string } = customer) =>
    (await portal(who).get(`/api/portal/tickets/detail?id=${id}`)).body;
  const atDesk = async (staff: { get: ReturnType<typeof portal>['get'] }, id: string) =>
    (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;

  test('a ticket about an invoice is about billing, for owners and billing contacts, and links to it on both sides', async () => {
    const { id, number } = await addInvoice(customer.id);
    const billing = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    const staff = await desk({ permissions: ['support'] });
    for (const who of [customer, billing]) {
      const { status, body } = await ask(who, { invoiceId: id, topic: 'billing' });
      expect(status).toBe(201);
      expect(await card(body.id, who)).toMatchObject({ topic: 'billing', invoice: { id, number } });
      expect(await atDesk(staff, body.id)).toMatchObject({ topic: 'billing', invoice: { id, number } });
    }
    expect(await card((await ask(customer, {})).body.id)).toMatchObject({ topic: 'support', invoice: null });
    expect(await card((await ask(customer, { topic: 'billing' })).body.id)).toMatchObject({ topic: 'billing' });
  });

  test('nobody links to an invoice that they may not see, or learns of one', async () => {
    const { id } = await addInvoice(customer.id);
    const other = await makeCustomer(database, 'Other');
    const technical = await makeUser(database, { customerId: customer.id, roles: ['technical'] });
    for (const who of [other, technical])
      expect(await ask(who, { invoiceId: id })).toMatchObject({
        status: 400,
        body: { error: { message: 'There is no such invoice.' } },
      });
    expect((await ask(customer, { invoiceId: 'x' })).status).toBe(400);
    expect((await ask(customer, { topic: 'support' })).status).toBe(400);
    // A colleague who sees every ticket, and no invoice.
    const { body } = await ask(customer, { invoiceId: id });
    expect(await card(body.id, technical)).toMatchObject({ topic: 'billing', invoice: null });
  });

  test('the link goes with the invoice, and when the ticket is moved to another customer', async () => {
    const staff = await desk({ permissions: ['support'] });
    const [one, two] = [await addInvoice(customer.id), await addInvoice(customer.id)];
    const first = (await ask(customer, { invoiceId: one.id })).body.id as string;
    const second = (await ask(customer, { invoiceId: two.id })).body.id as string;
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM invoices WHERE id = ${one.id}`));
    expect(await card(first)).toMatchObject({ topic: 'billing', invoice: null });
    const other = await makeCustomer(database, 'Moved to');
    const { version } = await atDesk(staff, second);
    const moved = await staff.post('/api/desk/tickets/move', { id: second, version, customerId: other.id });
    expect(moved.status).toBe(200);
    expect(await card(second, other)).toMatchObject({ invoice: null });
  });
});
