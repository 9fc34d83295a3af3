import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoices, paymentAllocations, payments } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { add, compare, subtract } from '#contract/decimal.ts';
import { maxPrintedMovements, type Statement } from '#contract/statement.ts';
import { assertDefined, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const cents = (value: number) =>
  `${value < 0 ? '-' : ''}${Math.trunc(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`;
const dayOf = (offset: number) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
const statuses = ['pending', 'overdue', 'paid', 'void', 'draft', 'disputed', 'written_off'];
const unpaid = ['pending', 'overdue', 'disputed'];
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
      status: fc.constantFrom('completed', 'pending', 'failed', 'refunded', 'chargeback'),
    }),
    { maxLength: 8 },
  ),
  cut: fc.nat(400),
});

describeApi({ settings: { readLimit: 0 } }, ({ database, api, customer }) => {
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
        // Counted by hand: what is paid needs no payment, and a payment beyond what is paid was made in advance.
        const sum = (...values: number[]) => values.reduce((total, value) => total + value, 0);
        const ofStatus = <Row extends { amount: number; status: string }>(rows: Row[], wanted: string[]) =>
          sum(...rows.filter(({ status }) => wanted.includes(status)).map(({ amount }) => amount));
        const owed = ofStatus(given.invoices, unpaid) - sum(...given.credits.map(({ amount }) => amount));
        const paid = ofStatus(given.invoices, ['paid']);
        const arrived = ofStatus(given.payments, ['completed']);
        expect([whole.openingBalance, whole.closingBalance]).toEqual([
          '0.00',
          cents(owed - Math.max(0, arrived - paid)),
        ]);
        const first = await statementOf(owner, '2000-01-01', dayOf(given.cut));
        const second = await statementOf(owner, dayOf(given.cut + 1), '2030-12-31');
        for (const one of [whole, first, second]) {
          expect(add(one.openingBalance, sumOf(one))).toBe(one.closingBalance);
          expect(one.entries.at(-1)?.balance ?? one.openingBalance).toBe(one.closingBalance);
          expect(one.entries.map(({ on }) => on)).toEqual(one.entries.map(({ on }) => on).toSorted());
          // The difference is money and credit notes that settle nothing.
          expect(compare(add('0', ...Object.values(one.ageing)), one.closingBalance)).toBeGreaterThanOrEqual(0);
        }
        expect(second.openingBalance).toBe(first.closingBalance);
        expect(second.closingBalance).toBe(whole.closingBalance);
        expect(add('0', ...Object.values(whole.ageing))).toBe(cents(ofStatus(given.invoices, unpaid)));
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

  test('an invoice that the books call paid is settled by payments that settle nothing else, oldest first, then by the books', async () => {
    const owner = await makeCustomer(database, 'Books');
    await asOperator(database, async (tx) => {
      await tx.insert(invoices).values(
        [
          ['100.00', 'paid', '2025-01-01'],
          ['100.00', 'paid', '2025-02-01'],
          ['-30.00', 'credited', '2025-02-02'],
          ['40.00', 'pending', '2025-04-01'],
        ].map(([amount, status, on]) => ({
          customerId: owner.id,
          number: nextNumber(),
          amount: amount ?? '',
          status: status ?? '',
          createdAt: `${on}T12:00:00Z`,
        })),
      );
      await tx.insert(payments).values({
        customerId: owner.id,
        paymentReference: nextNumber(),
        amount: '150.00',
        paymentDate: '2025-03-01',
        paymentMethod: 'check',
        status: 'completed',
      });
    });
    const { entries, closingBalance } = await statementOf(owner, '2025-01-01', '2025-12-31');
    expect(entries.map(({ kind, debit, credit }) => [kind, debit ?? `-${credit}`])).toEqual([
      ['invoice', '100.00'],
      ['invoice', '100.00'],
      ['books', '-50.00'],
      ['credit_note', '-30.00'],
      ['books', '30.00'],
      ['payment', '-150.00'],
      ['invoice', '40.00'],
    ]);
    expect(closingBalance).toBe('40.00');
    // Until the payment arrived, the books knew of half of the second invoice only.
    const before = await statementOf(owner, '2025-01-01', '2025-02-28');
    expect([before.closingBalance, before.ageing.notDue]).toEqual(['150.00', '150.00']);
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
    const french = await get('/file?from=2005-01-01&to=2025-12-31&format=csv&language=fr');
    expect(french.body).toMatch(
      /^"Date";"Pièce";"Numéro";"Libellé";"Débit \(\w+\)";"Crédit \(\w+\)";"Solde \(\w+\)"\r\n/,
    );
    expect(french.body).toContain(`"2025-01-05";"Facture";"'=1+1";"";"5,00";"";"5,00"`);
    expect(french.headers.get('content-disposition')).toContain('releve-2005-01-01-2025-12-31.csv');
    const arabic = await get('/file?from=2005-01-01&to=2025-12-31&format=csv&language=ar');
    expect(arabic.body).toContain(`"2025-01-05";"فاتورة";"'=1+1";"";"5,00";"";"5,00"`);
    expect((await get('/file?from=2005-01-01&to=2025-12-31&format=pdf&language=ar')).status).toBe(200);
    expect((await get('/file?from=2005-01-01&to=2025-12-31&format=csv&language=en-XA')).status).toBe(400);
    expect((await get('/file?from=2005-01-01&to=2025-12-31&format=xlsx')).status).toBe(400);
  });

  test('a long statement is a page and a CSV, and not a PDF', async () => {
    const owner = await makeCustomer(database, 'Long');
    await asOperator(database, (tx) =>
      tx.execute(`INSERT INTO invoices (customer_id, number, amount, created_at)
        SELECT '${owner.id}', 'LONG-' || at, 1, '2025-01-05T12:00:00Z' FROM generate_series(1, ${maxPrintedMovements + 1}) AS at`),
    );
    const period = 'from=2025-01-01&to=2025-12-31';
    expect((await statementOf(owner, '2025-01-01', '2025-12-31')).entries).toHaveLength(maxPrintedMovements + 1);
    const file = (format: string) => portal(owner).get(`/api/portal/statements/file?${period}&format=${format}`);
    expect((await file('csv')).status).toBe(200);
    expect(await file('pdf')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('CSV') } },
    });
  });
});
