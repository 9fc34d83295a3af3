import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { contracts, customers, invoices, licenses, payments, tickets } from '#api/db/schema.ts';
import { browser, makeCustomer, makeUser } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const lists = ['invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;

describeApi(({ database, api, customer: ours }) => {
  let theirs: Awaited<ReturnType<typeof makeCustomer>>;

  beforeAll(async () => {
    theirs = await makeCustomer(database, 'Atlas Distribution');
    await asOperator(database, async (tx) => {
      for (const [at, { id: customerId }] of [ours, theirs].entries()) {
        await tx.insert(invoices).values([
          {
            customerId,
            number: `FA-2025-000${at + 1}`,
            amount: '1250.50',
            dueDate: '2025-01-05',
            status: 'paid',
            riskScore: 71,
            createdAt: '2025-01-01T10:00:00.000001Z',
          },
          { customerId, amount: '0', status: 'odd <b>', createdAt: '2025-01-01T10:00:00.000002Z' },
        ]);
        await tx.insert(contracts).values([
          { customerId, contractNumber: `CT-1-${at}`, title: 'First', createdAt: '2024-01-01T00:00:00Z' },
          {
            customerId,
            contractNumber: `CT-2-${at}`,
            title: 'Second',
            startDate: '2024-02-01',
            endDate: '2025-02-01',
            contractValue: '99999999.99',
            createdAt: '2024-02-01T00:00:00Z',
          },
        ]);
        await tx.insert(payments).values([
          {
            customerId,
            paymentReference: 'P-1',
            amount: '10',
            paymentDate: '2025-03-01',
            paymentMethod: 'check',
            status: 'completed',
            createdAt: '2025-03-09T00:00:00Z',
          },
          {
            customerId,
            paymentReference: 'P-2',
            amount: '20.05',
            paymentDate: '2025-03-02',
            paymentMethod: 'cash',
            status: 'failed',
            notes: 'مرحبا 🙂',
            createdAt: '2025-03-01T00:00:00Z',
          },
        ]);
        await tx.insert(licenses).values([
          {
            customerId,
            productName: 'Suite',
            licenseKey: 'AAAA',
            licenseType: 'subscription',
            seats: 5,
            expiryDate: '2026-01-01',
            monthlyCost: '12.40',
            createdAt: '2024-01-01T00:00:00Z',
          },
          {
            customerId,
            productName: 'Antivirus',
            licenseKey: 'BBBB',
            licenseType: 'perpetual',
            createdAt: '2024-03-01T00:00:00Z',
          },
        ]);
        await tx.insert(tickets).values([
          {
            customerId,
            ticketNumber: `TKT-1${at}`,
            subject: 'Older',
            description: 'd',
            status: 'closed',
            createdAt: '2024-01-01T00:00:00Z',
          },
          {
            customerId,
            ticketNumber: `TKT-2${at}`,
            subject: 'Newer',
            description: 'd',
            status: 'waiting_customer',
            createdAt: '2024-03-01T00:00:00Z',
          },
        ]);
      }
      await tx
        .update(customers)
        .set({
          contact: 'Claire',
          email: 'claire@cabinet-massena.example',
          phone: '+33 4 65 71 00 06',
          risk: 'medium',
          totalOutstanding: '1250.5',
        })
        .where(sql`id = ${ours.id}`);
    });
  });

  const get = async (path: string, cookie = ours.cookie) => browser(api, { cookie }).get(`/api/portal/${path}`);

  test('customer: the one that the user is linked to', async () => {
    expect(await get('customers/current')).toMatchObject({
      status: 200,
      body: {
        id: ours.id,
        name: 'Cabinet Masséna',
        contact: 'Claire',
        email: 'claire@cabinet-massena.example',
        phone: '+33 4 65 71 00 06',
        risk: 'medium',
        totalOutstanding: '1250.50',
      },
    });
    expect((await get('customers/current', theirs.cookie)).body).toMatchObject({
      name: 'Atlas Distribution',
      totalOutstanding: '0.00',
    });
  });

  test('counts: without closed tickets', async () => {
    expect((await get('records/counts')).body).toEqual({
      invoices: 2,
      contracts: 2,
      payments: 2,
      licenses: 2,
      openTickets: 1,
    });
  });

  test('the lists in the order of docs/product.md, with the columns it names', async () => {
    const items = async (list: string) => (await get(list)).body.items;
    expect(await items('invoices')).toEqual([
      {
        id: expect.any(String),
        number: null,
        amount: '0.00',
        dueDate: null,
        status: 'odd <b>',
        riskScore: 0,
        createdAt: '2025-01-01T10:00:00.000002Z',
        credits: null,
      },
      {
        id: expect.any(String),
        number: 'FA-2025-0001',
        amount: '1250.50',
        dueDate: '2025-01-05',
        status: 'paid',
        riskScore: 71,
        createdAt: '2025-01-01T10:00:00.000001Z',
        credits: null,
      },
    ]);
    expect(await items('contracts')).toMatchObject([
      {
        contractNumber: 'CT-2-0',
        title: 'Second',
        startDate: '2024-02-01',
        endDate: '2025-02-01',
        contractValue: '99999999.99',
        status: 'active',
      },
      { contractNumber: 'CT-1-0', startDate: null, endDate: null, contractValue: null },
    ]);
    expect(await items('payments')).toMatchObject([
      {
        paymentReference: 'P-2',
        amount: '20.05',
        paymentDate: '2025-03-02',
        paymentMethod: 'cash',
        status: 'failed',
        notes: 'مرحبا 🙂',
      },
      { paymentReference: 'P-1', notes: null },
    ]);
    expect(await items('licenses')).toMatchObject([
      {
        productName: 'Antivirus',
        licenseKey: 'BBBB',
        licenseType: 'perpetual',
        seats: 1,
        expiryDate: null,
        monthlyCost: null,
      },
      { productName: 'Suite', seats: 5, expiryDate: '2026-01-01', monthlyCost: '12.40' },
    ]);
    expect(await items('tickets')).toMatchObject([
      { ticketNumber: 'TKT-20', subject: 'Newer', priority: 'medium', status: 'waiting_customer' },
      { ticketNumber: 'TKT-10', status: 'closed' },
    ]);
  });

  test('a user who is linked to no customer gets not_linked, and empty lists', async () => {
    const { cookie } = await makeUser(database);
    const message = 'Your account needs to be linked to a customer profile. Please contact support for assistance.';
    expect(await get('customers/current', cookie)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_linked', message } },
    });
    expect((await get('records/counts', cookie)).body).toEqual({});
    for (const list of lists) expect((await get(list, cookie)).body.items).toEqual([]);
    const rejected = await browser(api, { cookie }).post('/api/portal/tickets', { subject: 's', description: 'd' });
    expect([rejected.status, rejected.body.error.code]).toEqual([404, 'not_linked']);
  });

  test.each(lists)('%s returns only the caller’s rows', async (list) => {
    const mine = (await get(`${list}?count=true`)).body;
    const others = (await get(`${list}?count=true`, theirs.cookie)).body;
    expect([mine.items.length, mine.total, others.items.length, others.total]).toEqual([2, 2, 2, 2]);
    const ids = new Set([...mine.items, ...others.items].map(({ id }: { id: string }) => id));
    expect(ids.size).toBe(4);
  });

  test.each(lists)('%s: the cursor of another customer returns the caller’s own rows', async (list) => {
    const { nextCursor } = (await get(`${list}?limit=1`, theirs.cookie)).body;
    const page = (await get(`${list}?cursor=${nextCursor}`)).body;
    const own = (await get(list)).body.items.map(({ id }: { id: string }) => id);
    for (const { id } of page.items) expect(own).toContain(id);
  });

  test.each(lists)('%s: a cursor of another list or order is rejected', async (list) => {
    const other = list === 'invoices' ? 'contracts' : 'invoices';
    const { nextCursor } = (await get(`${other}?limit=1`)).body;
    const { nextCursor: own } = (await get(`${list}?limit=1`)).body;
    for (const query of [
      `cursor=${nextCursor}`,
      `cursor=${own}&direction=asc`,
      `cursor=${own}&sort=status`,
      `cursor=${own}x`,
      'cursor=',
    ]) {
      const rejected = await get(`${list}?${query}`);
      expect([query, rejected.status, rejected.body.error?.code]).toEqual([query, 400, 'invalid_cursor']);
    }
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=1e2',
    'limit=',
    'limit=5&limit=6',
    'sort=customerId',
    'sort=id;--',
    'direction=up',
    'unknown=1',
    'status=',
    'count=1',
    `q=${'x'.repeat(201)}`,
    'q=%00',
    'status=%00',
  ])('?%s is an invalid request', async (query) => {
    const rejected = await get(`invoices?${query}`);
    expect([rejected.status, rejected.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('a page holds 50 rows by default, and 500 at most', async () => {
    const many = await makeCustomer(database, 'Many');
    await asOperator(database, (tx) =>
      tx.execute(
        sql`INSERT INTO invoices (customer_id, amount) SELECT ${many.id}, i FROM generate_series(1, 501) AS i`,
      ),
    );
    const page = await get('invoices', many.cookie);
    expect([page.body.items.length, page.body.nextCursor === null, page.body.total]).toEqual([50, false, null]);
    const large = await get('invoices?limit=500&count=true', many.cookie);
    expect([large.body.items.length, large.body.total]).toEqual([500, 501]);
    const last = await get(`invoices?limit=500&cursor=${large.body.nextCursor}`, many.cookie);
    expect([last.body.items.length, last.body.nextCursor]).toEqual([1, null]);
  });
});
