import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoices } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { maxImportBytes } from '#contract/staff.ts';
import { assertDefined, makeCustomer, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);

  const header = 'number,amount,status\n';
  async function upload(staff: { cookie: string }, path: string, body: BodyInit, type = 'text/csv') {
    const response = await api.request(`/api/desk/imports/${path}`, {
      method: 'POST',
      headers: { Origin: siteUrl, Cookie: staff.cookie, 'Content-Type': type },
      body,
    });
    return { status: response.status, body: await response.json() };
  }

  test('an import is previewed, applied by its hash, and idempotent', async () => {
    const { id, cookie } = await makeCustomer(database, 'Import');
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${id}`;
    const file = `${header}I-1,10.00,pending\nI-2,20.00,pending\n`;
    const plan = await upload(staff, `preview?${query}`, file);
    expect(plan).toMatchObject({
      status: 200,
      body: {
        counts: { added: 2, changed: 0, unchanged: 0, rejected: 0 },
        added: [{ line: 2, name: 'I-1', values: { amount: '10.00' } }, { line: 3 }],
      },
    });
    expect((await portal({ cookie }).get('/api/portal/invoices')).body.items).toEqual([]);
    const { hash } = plan.body;
    expect((await upload(staff, `preview?${query}`, file)).body.hash).toBe(hash);
    expect(await upload(staff, `apply?${query}&hash=${hash}`, file)).toMatchObject({ status: 200, body: { added: 2 } });
    expect(await upload(staff, `apply?${query}&hash=${hash}`, file)).toMatchObject({
      status: 200,
      body: { added: 0, changed: 0, plan: { counts: { unchanged: 2 } } },
    });
    expect((await portal({ cookie }).get('/api/portal/invoices')).body.items).toHaveLength(2);
    const corrected = `${header}I-1,11.00,pending\nI-2,20.00,pending\n`;
    const next = await upload(staff, `preview?${query}`, corrected);
    expect(next.body).toMatchObject({
      counts: { added: 0, changed: 1, unchanged: 1 },
      changed: [{ name: 'I-1', changes: [{ column: 'amount', from: '10.00', to: '11.00' }] }],
    });
    await asOperator(database, (tx) => tx.update(invoices).set({ amount: '10.50' }).where(eq(invoices.number, 'I-1')));
    const stale = await upload(staff, `apply?${query}&hash=${next.body.hash}`, corrected);
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'plan_changed' }, current: { changed: [{ changes: [{ from: '10.50', to: '11.00' }] }] } },
    });
    const again = await upload(staff, `apply?${query}&hash=${stale.body.current.hash}`, corrected);
    expect(again).toMatchObject({ status: 200, body: { changed: 1 } });
    const imported = (await eventsOf('records.imported')).filter((event) => event.customer === id);
    expect(imported).toMatchObject([
      { actor: 'staff', userId: staff.userId, details: { added: 2 } },
      { details: { changed: 1 } },
    ]);
  });

  test('two people who apply the same plan at once import it once', async () => {
    const { id } = await makeCustomer(database, 'Twice');
    const two = [await desk({ permissions: ['records'] }), await desk({ permissions: ['records'] })];
    const query = `list=invoices&customerId=${id}`;
    const file = `${header}T-1,10.00,pending\n`;
    const { hash } = (await upload(assertDefined(two[0]), `preview?${query}`, file)).body;
    const both = await Promise.all(two.map((staff) => upload(staff, `apply?${query}&hash=${hash}`, file)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => body.added).toSorted((one, other) => one - other)).toEqual([0, 1]);
    const rows = await asOperator(database, (tx) => tx.select().from(invoices).where(eq(invoices.customerId, id)));
    expect(rows).toHaveLength(1);
  });

  test('a preview says whose each row is, every problem of a row, and which values are unknown', async () => {
    const [one, other] = [await makeCustomer(database, 'Préalable'), await makeCustomer(database, 'Postérieur')];
    const staff = await desk({ permissions: ['records'] });
    const file = [
      'customer,number,amount,due_date,risk_score,status',
      'prealable,P-1,5,,,Payée',
      'Postérieur,P-2,5,,,A PAYER',
      'Postérieur,P-3,5,,,litige',
    ].join('\n');
    const plan = await upload(staff, 'preview?list=invoices', file);
    expect(plan.body).toMatchObject({
      added: [
        { customer: 'Préalable', values: { status: 'paid' } },
        { customer: 'Postérieur', values: { status: 'pending' } },
        { customer: 'Postérieur', values: { status: 'litige' } },
      ],
      unknown: [{ column: 'status', value: 'litige', rows: 1 }],
    });
    const bad = await upload(staff, 'preview?list=invoices', `${file}\nPostérieur,P-4,-50,2026-02-30,high,paid\n`);
    expect(bad.body).toMatchObject({
      counts: { added: 3, rejected: 1 },
      rejected: [{ line: 5, problems: [{ column: 'amount' }, { column: 'due_date' }, { column: 'risk_score' }] }],
    });
    await upload(staff, `apply?list=invoices&hash=${plan.body.hash}`, file);
    const statuses = async ({ cookie }: { cookie: string }) =>
      (await portal({ cookie }).get('/api/portal/invoices')).body.items.map((item: { status: string }) => item.status);
    expect([await statuses(one), (await statuses(other)).toSorted()]).toEqual([['paid'], ['litige', 'pending']]);
  });

  test('a file with rejected rows, in another encoding, empty, too large or of another type is not imported', async () => {
    const { id } = await makeCustomer(database, 'Bad files');
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${id}`;
    const bad = `${header}B-1,ten,pending\nB-2,20.00,pending\n`;
    const plan = await upload(staff, `preview?${query}`, bad);
    expect(plan.body).toMatchObject({
      counts: { added: 1, rejected: 1 },
      rejected: [{ line: 2, problems: [{ column: 'amount' }] }],
    });
    expect(await upload(staff, `apply?${query}&hash=${plan.body.hash}`, bad)).toMatchObject({ status: 400 });
    const latin1 = Buffer.from(`${header}É-1,10.00,payé\n`, 'latin1');
    const encoding = await upload(staff, `preview?${query}`, latin1);
    expect(encoding).toMatchObject({ status: 400, body: { error: { code: 'invalid_file' } } });
    expect(encoding.body.error.message).toContain('is not UTF-8');
    for (const file of ['', 'nonsense', 'number;price\n1;2\n'])
      expect(await upload(staff, `preview?${query}`, file)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_file' } },
      });
    expect((await upload(staff, `preview?${query}`, Buffer.alloc(maxImportBytes + 1, 'x'))).status).toBe(413);
    const streamed = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    });
    const endless = await api.request(`/api/desk/imports/preview?${query}`, {
      method: 'POST',
      headers: { Origin: siteUrl, Cookie: staff.cookie, 'Content-Type': 'text/csv' },
      body: streamed,
      duplex: 'half',
    } as RequestInit);
    expect(endless.status).toBe(413);
    expect((await upload(staff, `preview?${query}`, '{}', 'application/json')).status).toBe(415);
    expect((await upload(staff, `preview?list=invoices&customerId=${randomUUID()}`, header)).status).toBe(404);
    const foreign = await upload(staff, 'preview?list=invoices', `customer,number,amount\nNobody,1,1.00\n`);
    expect(foreign.body).toMatchObject({ rejected: [{ line: 2, problems: [{ column: 'customer' }] }] });
    const rows = await asOperator(database, (tx) => tx.select().from(invoices).where(eq(invoices.customerId, id)));
    expect(rows).toEqual([]);
  });
});
