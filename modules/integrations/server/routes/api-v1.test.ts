import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import type { RequestTrace } from '#api/lib/request-trace.ts';
import { keyScopes } from '#contract/key-scopes.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';
import { eventually } from '#tests/support/eventually.ts';

const shortId = () => randomUUID().slice(0, 8);

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { makeKey, send } = setUpKeys(database, api);
  const rowsOf = async (statement: ReturnType<typeof sql>) =>
    (await asOperator(database, (tx) => tx.execute(statement))).rows;

  test('customers, contracts, invoices and payments are pushed by their numbers, and read again', async () => {
    const program = await makeKey();
    const number = `C-${shortId()}`;
    const customer = { name: `Pushed ${number}`, email: 'books@x.example', siren: '732829320' };
    const added = await program.send('PUT', `/customers/${number}`, customer);
    expect(added).toMatchObject({ status: 200, body: { outcome: 'added', record: { number, ...customer } } });
    expect((await program.send('PUT', `/customers/${number}`, customer)).body.outcome).toBe('unchanged');
    expect(
      (await program.send('PUT', `/customers/${number.toLowerCase()}`, { ...customer, phone: '1' })).body,
    ).toMatchObject({
      outcome: 'changed',
    });
    expect((await program.send('GET', `/customers/${number}`)).body).toMatchObject({ ...customer, phone: '1' });

    const contract = {
      customer: number,
      title: 'Support',
      startDate: '2026-01-01',
      contractValue: '1200.00',
      noticeDays: 30,
    };
    expect((await program.send('PUT', `/contracts/CT%2F${number}`, contract)).body).toMatchObject({
      outcome: 'added',
      record: { ...contract, number: `CT/${number}`, customer: { number: number.toLowerCase(), name: customer.name } },
    });
    expect((await program.send('GET', `/contracts/CT%2F${number}`)).body).toMatchObject({ title: 'Support' });

    const invoice = { customer: number, amount: '120.50', dueDate: '2026-02-01', status: 'pending' };
    expect((await program.send('PUT', `/invoices/F-${number}`, invoice)).body.outcome).toBe('added');
    expect((await program.send('PUT', `/invoices/F-${number}`, { ...invoice, amount: '121' })).body).toMatchObject({
      outcome: 'changed',
      record: { amount: '121.00', dueDate: '2026-02-01' },
    });
    const payment = { customer: number, amount: '121.00', paymentDate: '2026-02-01', paymentMethod: 'virement' };
    expect((await program.send('PUT', `/payments/P-${number}`, payment)).body).toMatchObject({
      outcome: 'added',
      record: { paymentMethod: 'bank_transfer' },
    });
    expect((await program.send('GET', `/payments/P-${number}`)).body).toMatchObject({ amount: '121.00' });
    expect(
      await rowsOf(sql`SELECT event, actor, details->>'key' AS key FROM audit_events WHERE actor = 'key' AND details->>'list' = 'payments'
      AND customer = (SELECT id FROM customers WHERE lower(number) = lower(${number}))`),
    ).toEqual([{ event: 'records.imported', actor: 'key', key: program.key.slice(0, 10) }]);
  });

  test('a customer that exists by name gets its number, unless it has another one', async () => {
    const program = await makeKey();
    const name = `Élan ${shortId()}`;
    const { id } = await makeCustomer(database, name);
    const number = shortId();
    expect((await program.send('PUT', `/customers/${number}`, { name: name.replace('É', 'e') })).body.outcome).toBe(
      'changed',
    );
    expect(await rowsOf(sql`SELECT number FROM customers WHERE id = ${id}`)).toEqual([{ number }]);
    const other = await program.send('PUT', `/customers/other-${number}`, { name });
    expect(other).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(other.body.error.message).toContain('the name of another customer');
  });

  test('the same request twenty times at once makes one row', async () => {
    const program = await makeKey();
    const { id } = await makeCustomer(database, `Twenty ${shortId()}`);
    const number = shortId();
    const twenty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work));
    const customers = await twenty(() => program.send('PUT', `/customers/${number}`, { name: `New ${number}` }));
    expect(customers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const outcomes = await twenty(() => program.send('PUT', `/invoices/T-${number}`, { customer: id, amount: '5' }));
    expect(outcomes.map(({ body }) => String(body.outcome ?? body.error.code)).toSorted()).toEqual([
      'added',
      ...Array.from({ length: 19 }, () => 'unchanged'),
    ]);
    expect(await rowsOf(sql`SELECT count(*)::integer AS count FROM invoices WHERE number = ${`T-${number}`}`)).toEqual([
      { count: 1 },
    ]);
    expect(await rowsOf(sql`SELECT count(*)::integer AS count FROM customers WHERE number = ${number}`)).toEqual([
      { count: 1 },
    ]);
  });

  test('a number that differs by case is the same invoice, and that of another customer is rejected', async () => {
    const program = await makeKey();
    const [one, other] = [
      await makeCustomer(database, `One ${shortId()}`),
      await makeCustomer(database, `Other ${shortId()}`),
    ];
    const number = `fa-${shortId()}`;
    await program.send('PUT', `/invoices/${number}`, { customer: one.id, amount: '5' });
    const upper = await program.send('PUT', `/invoices/${number.toUpperCase()}`, { customer: one.id, amount: '5' });
    expect(upper.body).toMatchObject({ outcome: 'changed', record: { number: number.toUpperCase() } });
    const stolen = await program.send('PUT', `/invoices/${number}`, { customer: other.id, amount: '7' });
    expect([stolen.status, stolen.body.error.message]).toEqual([
      400,
      `number is "${number}", the number of an invoice of another customer`,
    ]);
    expect((await program.send('GET', `/invoices/${number}`)).body.amount).toBe('5.00');
  });

  test.each([
    [{ amount: '-5' }, 'amount is "-5.00", but only a credit note is negative, which names its invoice in credits'],
    [{ amount: '9'.repeat(13) }, `amount is "${'9'.repeat(13)}": write it like 1250.50`],
    [{ amount: '1,50' }, 'amount is "1,50": write it like 1250.50, with a decimal point'],
    [
      { amount: '5', dueDate: '2026-02-30' },
      'dueDate is "2026-02-30": write a date like 2025-01-31 (year, month, day)',
    ],
    [{ amount: '5', status: '<b>paid</b>' }, 'status is "<b>paid</b>", which is not a known status'],
    [{ amount: '5', customer: 'nobody' }, 'customer is not a known customer ("nobody")'],
    [{ amount: '-5', credits: 'F-0' }, 'credits is "F-0", which is not an invoice of this customer'],
  ])('%j is rejected with the words of the import', async (values, message) => {
    const program = await makeKey();
    const { id } = await makeCustomer(database, `Rejected ${shortId()}`);
    const number = shortId();
    const response = await program.send('PUT', `/invoices/${number}`, { customer: id, ...values });
    expect([response.status, response.body.error]).toEqual([400, { code: 'invalid_request', message }]);
    expect((await program.send('GET', `/invoices/${number}`)).status).toBe(404);
  });

  test('unknown fields, wrong types, a body of 1 MB and other media types are rejected', async () => {
    const program = await makeKey();
    const { id } = await makeCustomer(database, `Shapes ${shortId()}`);
    const put = (body: unknown, headers?: Record<string, string>) =>
      program.send('PUT', `/invoices/${shortId()}`, body, headers);
    expect((await put({ customer: id, amount: '5', settled: '5' })).status).toBe(400);
    expect((await put({ customer: id, amount: 5 })).status).toBe(400);
    expect((await put({ customer: id, amount: '5', number: 'x' })).status).toBe(400);
    expect((await put({ customer: 'x'.repeat(1024 * 1024), amount: '5' })).status).toBe(413);
    expect((await put({ customer: id, amount: '5' }, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await program.send('PUT', '/documents/x', '<html>not an invoice</html>')).body.error.code).toBe(
      'invalid_file',
    );
  });

  test.each(['customers', 'contracts', 'invoices', 'payments'] as const)(
    'numbers of %s are one line, without what surrounds it',
    async (list) => {
      const program = await makeKey();
      const { id } = await makeCustomer(database, `Numbers ${shortId()}`);
      const values = {
        customers: { name: `Numbered ${shortId()}` },
        contracts: { customer: id, title: 'Support', startDate: '2026-01-01' },
        invoices: { customer: id, amount: '5' },
        payments: { customer: id, amount: '5', paymentDate: '2026-01-01', paymentMethod: 'virement' },
      }[list];
      const at = (number: string) => `/${list}/${encodeURIComponent(number)}`;
      const number = `=é/${shortId()}`;
      for (const [written, outcome] of [
        [` ${number}\n`, 'added'],
        [`${number}\u00a0`.normalize('NFD'), 'unchanged'],
        [number, 'unchanged'],
      ] as const) {
        const { body } = await program.send('PUT', at(written), values);
        expect([written, body.outcome, body.record?.number]).toEqual([written, outcome, number]);
        expect((await program.send('GET', at(written))).body.number).toBe(number);
      }
      for (const invalid of [' ', '\u00a0', '\u200b', '\ufeff', "'=1", '\0'])
        expect([invalid, (await program.send('PUT', at(invalid), values)).status]).toEqual([invalid, 400]);
    },
  );

  test('the name of a customer is one line: terminals and mails show it', async () => {
    const program = await makeKey();
    const number = shortId();
    const { body } = await program.send('PUT', `/customers/${number}`, { name: `A\u001b[31m\r\nBcc: ${number}` });
    expect(body.record.name).toBe(`A[31m Bcc: ${number}`);
  });

  test('HTML in a name is text, also when it is read', async () => {
    const program = await makeKey();
    const name = `<img src=x onerror=alert(1)> ${shortId()}`;
    const number = shortId();
    await program.send('PUT', `/customers/${number}`, { name });
    const read = await program.send('GET', `/customers/${number}`);
    expect([read.body.name, read.headers.get('content-type')]).toEqual([name, 'application/json']);
  });

  test('without a valid key nothing is read or written', async () => {
    const { key, id } = await makeKey();
    const expired = await makeKey({ expiresIn: '-1 second' });
    expect((await expired.send('GET', '/changes')).status).toBe(401);
    for (const wrong of ['', 'rak_short', key.slice(0, -1), key.toUpperCase(), `${key}x`])
      expect((await send(wrong)('GET', '/changes')).status).toBe(401);
    const inUrl = await send(key)('GET', `/changes?key=${key}`);
    expect([inUrl.status, inUrl.body.error.message]).toEqual([
      401,
      'An API key must not be part of a URL. Please revoke it.',
    ]);
    expect((await api.request('/api/v1/changes', { headers: { Cookie: key } })).status).toBe(401);
    expect((await send(key)('GET', '/changes')).status).toBe(200);
    await rowsOf(sql`UPDATE api_keys SET revoked_at = now(), revoked_by = gen_random_uuid() WHERE id = ${id}`);
    expect((await send(key)('GET', '/changes')).status).toBe(401);
  });

  test('the log line of a request names its key by the beginning only, also when the key is revoked', async () => {
    const { key, id } = await makeKey();
    const requestWith = async (authorization: string) => {
      const trace: RequestTrace = { requestId: randomUUID() };
      await api.request('/api/v1/changes', { headers: { Authorization: authorization } }, { trace });
      return trace;
    };
    expect(await requestWith(`Bearer ${key}`)).toMatchObject({ route: '/api/v1/changes', key: key.slice(0, 10) });
    await rowsOf(sql`UPDATE api_keys SET revoked_at = now(), revoked_by = gen_random_uuid() WHERE id = ${id}`);
    const traces = [await requestWith(`Bearer ${key}`), await requestWith(`Bearer ${key}x`), await requestWith('')];
    expect(traces.map((trace) => trace.key)).toEqual([key.slice(0, 10), undefined, undefined]);
    expect(JSON.stringify(traces)).not.toContain(key.slice(0, 11));
  });

  test('each scope opens its own routes only, and is checked before the input', async () => {
    const routes = {
      'customers:write': ['PUT', '/customers/x'],
      'customers:read': ['GET', '/customers/x'],
      'contracts:write': ['PUT', '/contracts/x'],
      'contracts:read': ['GET', '/contracts/x'],
      'invoices:write': ['PUT', '/invoices/x'],
      'invoices:read': ['GET', '/invoices/x'],
      'payments:write': ['PUT', '/payments/x'],
      'payments:read': ['GET', '/payments/x'],
      'changes:read': ['GET', '/changes'],
    } as const;
    for (const scope of keyScopes) {
      const program = await makeKey({ scopes: [scope] });
      for (const [needed, [method, path]] of Object.entries(routes)) {
        const { status } = await program.send(method, path, method === 'PUT' ? {} : undefined);
        expect([scope, needed, status === 403]).toEqual([scope, needed, scope !== needed]);
      }
    }
  });

  test('changes are listed once each, after the cursor, and without what the key may not read', async () => {
    const program = await makeKey();
    // Transactions of other tests, in other databases of the cluster, delay the list.
    const listed = (since: string, expected: (string | null)[][]) =>
      eventually(async () => {
        const { body } = await program.send('GET', `/changes?limit=500${since}`);
        const items = body.items as { kind: string; number: string | null }[];
        expect(items.slice(-expected.length).map(({ kind, number }) => [kind, number])).toEqual(expected);
        return body as { cursor: string; items: unknown[] };
      });
    const before = `z-${shortId()}`;
    await program.send('PUT', `/customers/${before}`, { name: before });
    const { cursor } = await listed('', [['customer', before]]);
    const { id } = await makeCustomer(database, `Changed ${shortId()}`);
    const numbers = [`a-${shortId()}`, `b-${shortId()}`];
    for (const number of [...numbers, ...numbers])
      await program.send('PUT', `/invoices/${number}`, { customer: id, amount: '5', dueDate: '2026-01-01' });
    await program.send('PUT', `/invoices/${numbers[0]}`, { customer: id, amount: '6' });
    const body = await listed(`&since=${cursor}`, [
      ['customer', null],
      ['invoice', numbers[1] ?? ''],
      ['invoice', numbers[0] ?? ''],
    ]);
    expect(body.items).toHaveLength(3);
    expect((await program.send('GET', `/changes?since=${body.cursor}`)).body).toEqual({
      items: [],
      cursor: body.cursor,
      hasMore: false,
    });
    const first = (await program.send('GET', `/changes?since=${cursor}&limit=1`)).body;
    expect([first.items.length, first.hasMore]).toEqual([1, true]);
    const reader = await makeKey({ scopes: ['changes:read', 'contracts:read'] });
    expect((await reader.send('GET', `/changes?since=${cursor}`)).body.items).toEqual([]);

    for (const invalid of ['1', cursor.replace(/.{36}$/, '-'.repeat(36)), cursor.replace(/.{36}$/, 'a'.repeat(36))])
      expect((await program.send('GET', `/changes?since=${invalid}`)).body.error.code).toBe('invalid_cursor');
    const other = cursor.replace(/^.{36}/, randomUUID());
    expect(await program.send('GET', `/changes?since=${other}`)).toMatchObject({
      status: 410,
      body: { error: { code: 'cursor_expired' } },
    });
  });
});
