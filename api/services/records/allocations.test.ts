import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { invoices, payments } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api }) => {
  const { desk, eventsOf, portal } = setUpDesk(database, api);
  let staff: Awaited<ReturnType<typeof desk>>;
  beforeAll(async () => {
    staff = await desk({ permissions: ['records'] });
  });

  const status = 'completed';
  const row = { paymentDate: '2026-05-01', paymentMethod: 'check', status };

  /** A customer with these invoices and one payment. */
  async function setUp(amounts: string[], paid: string, more: { status?: string } = {}) {
    const customer = await makeCustomer(database, `Allocate ${randomUUID().slice(0, 8)}`);
    const customerId = customer.id;
    return asOperator(database, async (tx) => {
      const made = await tx
        .insert(invoices)
        .values(amounts.map((amount) => ({ customerId, amount, number: `A-${randomUUID()}`, dueDate: '2026-01-31' })))
        .returning();
      const payment = { customerId, paymentReference: 'P-1', amount: paid, ...row, ...more };
      const [one] = await tx.insert(payments).values(payment).returning();
      return { customer, customerId, ids: made.map(({ id }) => id), paymentId: assertDefined(one).id };
    });
  }
  const invoice = (id: string) =>
    asOperator(database, async (tx) =>
      assertDefined((await tx.query.invoices.findFirst({ where: (table, { eq }) => eq(table.id, id) })) ?? undefined),
    );
  const post = (customerId: string, sourceId: string, amounts: [string | undefined, string][], source = 'payment') =>
    staff.post('/api/desk/payments/allocate', {
      customerId,
      source,
      sourceId,
      amounts: amounts.map(([invoiceId, amount]) => ({ invoiceId, amount })),
    });
  const balance = async (customerId: string) =>
    (await staff.get(`/api/desk/customers/detail?id=${customerId}`)).body.totalOutstanding as string;

  test('a payment settles invoices in part and in full; status and balance follow', async () => {
    const { customerId, ids, paymentId } = await setUp(['100.00', '50.00'], '120.00');
    const open = await staff.get(`/api/desk/payments/open?customerId=${customerId}`);
    expect(open.body.sources).toMatchObject([{ source: 'payment', id: paymentId, left: '120.00' }]);
    const done = await post(customerId, paymentId, [
      [ids[0], '100.00'],
      [ids[1], '20.00'],
    ]);
    expect(done).toMatchObject({ status: 200, body: { sources: [], invoices: [{ id: ids[1], left: '30.00' }] } });
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'paid', settled: '100.00' });
    expect(await invoice(ids[1] ?? '')).toMatchObject({ status: 'pending', settled: '20.00' });
    expect(await balance(customerId)).toBe('30.00');
    expect(await eventsOf('payment.allocated', `payments:${paymentId}`)).toHaveLength(1);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ id: string }>(`SELECT id FROM payment_allocations WHERE invoice_id = '${ids[0]}'`),
    );
    const id = rows[0]?.id;
    const back = () => staff.post('/api/desk/payments/remove-allocation', { customerId, id });
    expect((await back()).body.sources).toMatchObject([{ left: '100.00' }]);
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'overdue', settled: '0.00' });
    expect((await back()).status).toBe(404);
    expect(await balance(customerId)).toBe('130.00');
  });

  test('the database refuses more than either side has, and keeps all or nothing', async () => {
    const { customerId, ids, paymentId } = await setUp(['100.00', '50.00'], '120.00');
    expect((await post(customerId, paymentId, [[ids[0], '100.01']])).status).toBe(409);
    const both = await post(customerId, paymentId, [
      [ids[0], '100.00'],
      [ids[1], '20.01'],
    ]);
    expect(both.status).toBe(409);
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'pending', settled: '0.00' });
    for (const amount of ['0.00', '-1.00', '1', '1e2', '0.001', ''])
      expect((await post(customerId, paymentId, [[ids[0], amount]])).status).toBe(400);
    await post(customerId, paymentId, [[ids[0], '60.00']]);
    expect((await post(customerId, paymentId, [[ids[0], '1.00']])).status).toBe(409);
    // Not below what is settled, either.
    const correct = { list: 'invoices', customerId, id: ids[0], reason: 'typo' };
    const lower = { before: { amount: '100.00' }, after: { amount: '59.99' } };
    expect((await staff.post('/api/desk/records/correct', { ...correct, ...lower })).status).toBe(400);
    for (const [column, table] of [
      ['settled', 'invoices'],
      ['allocated', 'payments'],
    ])
      await expect(
        asOperator(database, (tx) => tx.execute(`UPDATE ${table} SET ${column} = amount + 1`)),
      ).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  test('of two allocations at once, one finds nothing left', async () => {
    const { customerId, ids, paymentId } = await setUp(['100.00', '100.00'], '100.00');
    const answers = await Promise.all(ids.map((id) => post(customerId, paymentId, [[id, '100.00']])));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
    const settled = await Promise.all(ids.map(invoice));
    expect(settled.map((one) => one.settled).toSorted()).toEqual(['0.00', '100.00']);
  });

  test('of ten payments of one invoice at once, the one that fits settles it and the others find nothing left', async () => {
    const { customerId, ids } = await setUp(['100.00'], '1.00');
    const values = Array.from({ length: 10 }, (_, at) => ({
      customerId,
      paymentReference: `P-10-${at}`,
      amount: '60.00',
      ...row,
    }));
    const made = await asOperator(database, (tx) => tx.insert(payments).values(values).returning());
    const answers = await Promise.all(made.map(({ id }) => post(customerId, id, [[ids[0], '60.00']])));
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await invoice(ids[0] ?? '')).toMatchObject({ settled: '60.00' });
  });

  test('records of another customer, and those that do not count, settle nothing', async () => {
    const mine = await setUp(['100.00'], '100.00');
    const theirs = await setUp(['100.00', '-100.00'], '100.00');
    expect((await post(mine.customerId, mine.paymentId, [[theirs.ids[0], '1.00']])).status).toBe(404);
    expect((await post(mine.customerId, theirs.paymentId, [[mine.ids[0], '1.00']])).status).toBe(404);
    const credit = await post(mine.customerId, theirs.ids[1] ?? '', [[mine.ids[0], '1.00']], 'creditNote');
    expect(credit.status).toBe(404);
    for (const state of ['pending', 'failed']) {
      const waiting = await setUp(['100.00'], '100.00', { status: state });
      expect((await post(waiting.customerId, waiting.paymentId, [[waiting.ids[0], '1.00']])).status).toBe(400);
    }
    expect((await post(theirs.customerId, theirs.paymentId, [[theirs.ids[1], '1.00']])).status).toBe(400);
    const reader = await desk({ permissions: ['support'] });
    expect((await reader.get(`/api/desk/payments/open?customerId=${mine.customerId}`)).status).toBe(403);
    expect((await portal(mine.customer).get(`/api/desk/payments/open?customerId=${mine.customerId}`)).status).toBe(404);
  });

  test('a credit note settles its invoice, and what is left of it reduces the balance', async () => {
    const { customerId, ids, paymentId } = await setUp(['100.00', '-30.00'], '100.00');
    expect(await balance(customerId)).toBe('70.00');
    await post(customerId, ids[1] ?? '', [[ids[0], '30.00']], 'creditNote');
    expect(await balance(customerId)).toBe('70.00');
    expect(await invoice(ids[1] ?? '')).toMatchObject({ status: 'credited', settled: '-30.00' });
    expect((await post(customerId, paymentId, [[ids[0], '70.01']])).status).toBe(409);
    await post(customerId, paymentId, [[ids[0], '70.00']]);
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'paid' });
    expect(await balance(customerId)).toBe('0.00');
  });

  test('a payment that fails, and a void invoice, settle nothing any longer', async () => {
    const { customerId, ids, paymentId } = await setUp(['100.00', '20.00'], '120.00');
    await post(customerId, paymentId, [
      [ids[0], '100.00'],
      [ids[1], '20.00'],
    ]);
    const cancel = { list: 'invoices', customerId, id: ids[1], reason: 'issued twice' };
    expect((await staff.post('/api/desk/records/void', cancel)).body).toMatchObject({ status: 'void' });
    expect((await staff.get(`/api/desk/payments/open?customerId=${customerId}`)).body.sources).toMatchObject([
      { left: '20.00' },
    ]);
    const failed = { list: 'payments', customerId, id: paymentId, reason: 'returned' };
    const change = { before: { status }, after: { status: 'failed' } };
    expect((await staff.post('/api/desk/records/correct', { ...failed, ...change })).status).toBe(200);
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'overdue', settled: '0.00' });
    expect(await invoice(ids[1] ?? '')).toMatchObject({ status: 'void', settled: '0.00' });
  });

  test('a status that staff set stands, and the books of a deleted year do not reopen an invoice', async () => {
    const { customerId, ids, paymentId } = await setUp(['100.00'], '100.00');
    await post(customerId, paymentId, [[ids[0], '100.00']]);
    const set = { list: 'invoices', customerId, id: ids[0], reason: 'the customer disputes it' };
    await staff.post('/api/desk/records/correct', {
      ...set,
      before: { status: 'paid' },
      after: { status: 'disputed' },
    });
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'disputed', settled: '100.00' });
    expect(await balance(customerId)).toBe('0.00');
    await staff.post('/api/desk/records/correct', {
      ...set,
      before: { status: 'disputed' },
      after: { status: 'paid' },
    });
    await asOperator(database, (tx) => tx.execute(`DELETE FROM payments WHERE id = '${paymentId}'`));
    expect(await invoice(ids[0] ?? '')).toMatchObject({ status: 'paid', settled: '0.00' });
  });

  test('a hundred writers get numbers without a gap, and one that fails leaves none', async () => {
    const take = (fails: boolean) =>
      asOperator(database, async (tx) => {
        const { rows } = await tx.execute<{ number: string }>('SELECT next_invoice_number_as_operator(2031) AS number');
        if (fails) throw new Error('rolled back');
        return assertDefined(rows[0]).number;
      });
    // Ten at once, as there are connections: one that waits for a connection gives up after ten seconds.
    const results = await Promise.all(
      Array.from({ length: 10 }, async (_, writer) => {
        const taken: PromiseSettledResult<string>[] = [];
        for (let at = writer; at < 100; at += 10) taken.push(...(await Promise.allSettled([take(at % 7 === 3)])));
        return taken;
      }),
    );
    const numbers = results.flat().flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(numbers.toSorted()).toEqual(numbers.map((_, at) => `F2031-${String(at + 1).padStart(5, '0')}`));
    expect(numbers).toHaveLength(86);
  });

  test('payments of the same amount settle invoices, and nothing that is uncertain', async () => {
    const customer = await makeCustomer(database, `Match ${randomUUID().slice(0, 8)}`);
    const customerId = customer.id;
    const [made, paid] = await asOperator(database, async (tx) => [
      await tx
        .insert(invoices)
        .values(
          [
            // Every month the same, paid by the books.
            ['100.00', 'paid', '2026-01-01'],
            ['100.00', 'paid', '2026-02-01'],
            ['100.00', 'paid', '2026-03-01'],
            // The only one of its amount.
            ['70.00', 'pending', '2026-01-01'],
            // Two are alike.
            ['60.00', 'pending', '2026-01-01'],
            ['60.00', 'overdue', '2026-01-02'],
            // Issued after the payment.
            ['50.00', 'pending', '2026-09-01'],
            ['40.00', 'void', '2026-01-01'],
          ].map(([amount, invoiceStatus, on]) => ({
            customerId,
            amount: amount ?? '',
            status: invoiceStatus ?? '',
            number: `M-${randomUUID()}`,
            createdAt: `${on}T12:00:00Z`,
          })),
        )
        .returning(),
      await tx
        .insert(payments)
        .values(
          ['100.00', '100.00', '70.00', '60.00', '50.00', '40.00'].map((amount, at) => ({
            customerId,
            amount,
            ...row,
            paymentDate: `2026-05-0${at + 1}`,
            paymentReference: `M-${at}`,
          })),
        )
        .returning(),
    ]);
    const match = () => staff.post('/api/desk/payments/match', { customerId });
    const { body } = await match();
    expect(body.matched).toBe(3);
    expect(body.sources.map(({ amount }: { amount: string }) => amount)).toEqual(['60.00', '50.00', '40.00']);
    const settled = await asOperator(database, (tx) =>
      tx.query.paymentAllocations.findMany({ where: (table, { eq }) => eq(table.customerId, customerId) }),
    );
    expect(new Map(settled.map(({ invoiceId, paymentId }) => [invoiceId, paymentId]))).toEqual(
      new Map([made[0], made[1], made[3]].map((one, at) => [one?.id, paid[at]?.id])),
    );
    expect(await invoice(made[3]?.id ?? '')).toMatchObject({ status: 'paid' });
    expect(await invoice(made[2]?.id ?? '')).toMatchObject({ status: 'paid', settled: '0.00' });
    expect(await eventsOf('payment.allocated', `payments:${paid[2]?.id}`)).toHaveLength(1);
    expect((await match()).body.matched).toBe(0);
    const reader = await desk({ permissions: ['sales'] });
    expect((await reader.post('/api/desk/payments/match', { customerId })).status).toBe(403);
  });
});
