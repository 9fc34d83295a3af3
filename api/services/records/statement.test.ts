import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoices, paymentAllocations, payments } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { add, negate, subtract } from '#contract/decimal.ts';
import type { Statement } from '#contract/statement.ts';
import { assertDefined, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const cents = (value: number) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`;
const dayOf = (offset: number) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
const statuses = ['pending', 'overdue', 'paid', 'void', 'draft', 'disputed', 'written_off'];
const counting = ['pending', 'overdue', 'paid', 'disputed'];
const movements = fc.record({
  invoices: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 9_999_999 }),
      day: fc.nat(400),
      status: fc.constantFrom(...statuses),
    }),
    { maxLength: 12 },
  ),
  credits: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 99_999 }), day: fc.nat(400) }), { maxLength: 4 }),
  payments: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 999_999 }),
      day: fc.nat(400),
      status: fc.constantFrom('completed', 'pending', 'failed', 'refunded'),
    }),
    { maxLength: 8 },
  ),
  cut: fc.nat(400),
});

describeApi({ both: true, settings: { readLimit: 0 } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const statementOf = async (who: { cookie: string }, from: string, to: string) => {
    const { status, body } = await portal(who).get(`/api/portal/statements?from=${from}&to=${to}`);
    expect(status).toBe(200);
    return body as Statement;
  };
  const sumOf = ({ entries }: Statement) =>
    add('0', ...entries.map(({ debit, credit }) => subtract(debit ?? '0', credit ?? '0')));
  let serial = 0;
  const nextNumber = () => `ST-${(serial += 1)}`;

  test('opening balance and movements make the closing balance, and consecutive periods join', async () => {
    await fc.assert(
      fc.asyncProperty(movements, async (given) => {
        const owner = await makeCustomer(database, 'Statement');
        const createdAt = (day: number) => `${dayOf(day)}T12:00:00Z`;
        await asOperator(database, async (tx) => {
          const rows = [
            ...given.invoices.map(({ amount, day, status }) => ({ amount: cents(amount), day, status })),
            ...given.credits.map(({ amount, day }) => ({ amount: `-${cents(amount)}`, day, status: 'pending' })),
          ].map(({ day, ...row }) => ({
            ...row,
            customerId: owner.id,
            number: nextNumber(),
            createdAt: createdAt(day),
          }));
          if (rows.length > 0) await tx.insert(invoices).values(rows);
          if (given.payments.length > 0)
            await tx.insert(payments).values(
              given.payments.map(({ amount, day, status }) => ({
                customerId: owner.id,
                paymentReference: nextNumber(),
                amount: cents(amount),
                paymentDate: dayOf(day),
                paymentMethod: 'bank_transfer',
                status,
              })),
            );
        });
        const whole = await statementOf(owner, '2000-01-01', '2030-12-31');
        // Counted by hand.
        const expected = add(
          '0',
          ...given.invoices.filter(({ status }) => counting.includes(status)).map(({ amount }) => cents(amount)),
          ...given.credits.map(({ amount }) => negate(cents(amount))),
          ...given.payments.filter(({ status }) => status === 'completed').map(({ amount }) => negate(cents(amount))),
        );
        expect([whole.openingBalance, whole.closingBalance]).toEqual(['0.00', expected]);
        const first = await statementOf(owner, '2000-01-01', dayOf(given.cut));
        const second = await statementOf(owner, dayOf(given.cut + 1), '2030-12-31');
        for (const one of [whole, first, second]) {
          expect(add(one.openingBalance, sumOf(one))).toBe(one.closingBalance);
          expect(one.entries.at(-1)?.balance ?? one.openingBalance).toBe(one.closingBalance);
          expect(one.entries.map(({ on }) => on)).toEqual(one.entries.map(({ on }) => on).toSorted());
        }
        expect(second.openingBalance).toBe(first.closingBalance);
        expect(second.closingBalance).toBe(whole.closingBalance);
        expect(first.entries.length + second.entries.length).toBe(whole.entries.length);
      }),
      { numRuns: 25 },
    );
  });

  test('where all payments are allocated, the closing balance is what is outstanding, and so is the sum of ages', async () => {
    const owner = await makeCustomer(database, 'Allocated');
    await asOperator(database, async (tx) => {
      const made = await tx
        .insert(invoices)
        .values(
          [
            ['100.10', '2025-01-31'],
            ['200.20', '2025-03-15'],
            ['-50.05', null],
          ].map(([amount, dueDate]) => ({
            customerId: owner.id,
            number: nextNumber(),
            amount: amount ?? '',
            dueDate: dueDate ?? null,
            status: 'pending',
            createdAt: '2025-01-01T12:00:00Z',
          })),
        )
        .returning();
      const [one, other, credit] = made.map(({ id }) => id);
      const paid = await tx
        .insert(payments)
        .values({
          customerId: owner.id,
          paymentReference: nextNumber(),
          amount: '150.15',
          paymentDate: '2025-02-01',
          paymentMethod: 'check',
          status: 'completed',
        })
        .returning();
      const paymentId = assertDefined(paid[0]).id;
      const common = { customerId: owner.id };
      await tx.insert(paymentAllocations).values([
        { ...common, invoiceId: assertDefined(one), paymentId, amount: '100.10' },
        { ...common, invoiceId: assertDefined(other), paymentId, amount: '50.05' },
        { ...common, invoiceId: assertDefined(other), creditNoteId: assertDefined(credit), amount: '50.05' },
      ]);
    });
    const statement = await statementOf(owner, '2025-01-01', '2025-04-01');
    expect(statement).toMatchObject({
      closingBalance: '100.10',
      ageing: { notDue: '0.00', days0to30: '100.10', days31to60: '0.00', days61to90: '0.00', over90: '0.00' },
    });
    expect((await portal(owner).get('/api/portal/customers/current')).body.totalOutstanding).toBe('100.10');
    expect(statement.entries.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'credit_note', 'payment']);
    // Before the payment, the first invoice was open.
    expect((await statementOf(owner, '2025-01-01', '2025-01-31')).ageing.notDue).toBe('250.25');
    const staff = await desk({ permissions: ['sales'] });
    const atDesk = await staff.get(`/api/desk/statements?from=2025-01-01&to=2025-04-01&customerId=${owner.id}`);
    expect(atDesk.body).toEqual(statement);
  });

  test('bad periods, other roles, and the CSV file', async () => {
    const get = (query: string, who: { cookie: string } = customer) =>
      portal(who).get(`/api/portal/statements${query}`);
    for (const query of [
      '',
      '?from=2025-01-01',
      '?from=2025-02-30&to=2025-03-01',
      '?from=0001-01-01&to=2025-01-01',
      '?from=2025-02-01&to=2025-01-01',
    ])
      expect((await get(query)).status).toBe(400);
    const technical = await makeUser(database, { customerId: customer.id, roles: ['technical'] });
    expect((await get('?from=2025-01-01&to=2025-02-01', technical)).status).toBe(403);
    await asOperator(database, (tx) =>
      tx
        .insert(invoices)
        .values({ customerId: customer.id, number: '=1+1', amount: '5', createdAt: '2025-01-05T12:00:00Z' }),
    );
    const file = await get('/file?from=2005-01-01&to=2025-12-31&format=csv');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.body).toContain(`"2025-01-05","invoice","'=1+1","","5.00","","5.00"`);
    expect((await get('/file?from=2005-01-01&to=2025-12-31&format=xlsx')).status).toBe(400);
  });
});
