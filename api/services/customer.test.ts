import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { customers, invoices } from '#api/db/schema/records.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { eq } from 'drizzle-orm';
import { getCustomer } from './customer.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

describeDatabase(({ database }) => {
  const balanceOf = async (rows: { amount: string; status: string }[], totalOutstanding: string | null = null) => {
    const { id, caller } = await makeCustomer(database, 'Ours');
    const other = await makeCustomer(database, 'Theirs');
    await asOperator(database, async (tx) => {
      await tx.update(customers).set({ totalOutstanding }).where(eq(customers.id, id));
      await tx.insert(invoices).values({ customerId: other.id, amount: '1000', status: 'pending' });
      for (const row of rows) await tx.insert(invoices).values({ customerId: id, ...row });
    });
    return (await getCustomer(database, caller)).totalOutstanding;
  };

  test('without invoices the balance is zero', async () => {
    expect(await balanceOf([])).toBe('0.00');
  });

  test.each(['pending', 'overdue', 'disputed', 'partially_paid', 'unpaid', 'sent', 'Payée'])(
    '%s counts',
    async (status) => {
      expect(await balanceOf([{ amount: '1250.50', status }])).toBe('1250.50');
    },
  );

  test.each([
    'paid',
    'Paid',
    'refunded',
    'credited',
    'written_off',
    'void',
    'VOID',
    'voided',
    'cancelled',
    'canceled',
    'draft',
  ])('%s does not count', async (status) => {
    const rows = [
      { amount: '1250.50', status },
      { amount: '300', status: 'pending' },
    ];
    expect(await balanceOf(rows)).toBe('300.00');
  });

  test('a balance that was set overrides the invoices', async () => {
    expect(await balanceOf([{ amount: '300', status: 'pending' }], '0')).toBe('0.00');
    expect(await balanceOf([], '-5.5')).toBe('-5.50');
  });

  test('a sum can exceed the largest amount', async () => {
    const row = { amount: '999999999999.99', status: 'pending' };
    expect(await balanceOf([row, row])).toBe('1999999999999.98');
  });
});
