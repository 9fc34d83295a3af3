import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { contracts, customers, invoices, licenses, payments, tickets } from '#api/db/schema.ts';
import { itemsPerSection } from '#contract/customers.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { describeApi, describeDatabase } from '#tests/support/fixtures.ts';
import { settledStatuses } from '#contract/record-states.ts';
import { browser, makeCustomer, makeUser } from '#tests/support/api.ts';
import { getCustomer } from './customer.ts';

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

  test('the browser has the database’s list of statuses that do not count', async () => {
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ rule: string }>(sql`SELECT pg_get_expr(adbin, adrelid) AS rule FROM pg_attrdef
        JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
        WHERE adrelid = 'invoices'::regclass AND attname = 'is_unpaid'`),
    );
    expect([...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, status]) => status)).toEqual(settledStatuses);
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

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
/** The middle of the month, `months` months ago. */
const monthsAgo = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15, 12));
};
const monthName = (months: number) => monthsAgo(months).toISOString().slice(0, 7);

describeApi(({ database, api, customer: ours }) => {
  beforeAll(async () => {
    const theirs = await makeCustomer(database, 'Atlas Distribution');
    await asOperator(database, async (tx) => {
      for (const [at, { id: customerId }] of [ours, theirs].entries()) {
        await tx.insert(invoices).values([
          {
            customerId,
            number: `FA-${at + 1}`,
            amount: '100',
            dueDate: inDays(20),
            status: 'pending',
            createdAt: monthsAgo(0).toISOString(),
          },
          {
            customerId,
            amount: '50.25',
            dueDate: inDays(-10),
            status: 'overdue',
            createdAt: monthsAgo(0).toISOString(),
          },
          { customerId, amount: '7', status: 'disputed', createdAt: monthsAgo(11).toISOString() },
          { customerId, amount: '900', dueDate: inDays(5), status: 'paid', createdAt: monthsAgo(12).toISOString() },
        ]);
        await tx.insert(contracts).values([
          { customerId, contractNumber: `CT-1-${at}`, title: 'Today', endDate: inDays(0) },
          { customerId, contractNumber: `CT-2-${at}`, title: 'Ninety', endDate: inDays(90) },
          { customerId, contractNumber: `CT-3-${at}`, title: 'Too late', endDate: inDays(92) },
          { customerId, contractNumber: `CT-4-${at}`, title: 'Over', endDate: inDays(-2) },
          { customerId, contractNumber: `CT-5-${at}`, title: 'Ended', endDate: inDays(9), status: 'terminated' },
          { customerId, contractNumber: `CT-6-${at}`, title: 'For ever' },
        ]);
        await tx.insert(licenses).values(
          Array.from({ length: itemsPerSection + 2 }, (_, nth) => ({
            customerId,
            productName: `Product ${nth}`,
            licenseKey: `KEY-${nth}`,
            licenseType: 'subscription',
            expiryDate: inDays(80 - nth),
          })),
        );
        await tx.insert(tickets).values([
          {
            customerId,
            ticketNumber: `TKT-1${at}`,
            subject: 'Your turn',
            description: 'd',
            status: 'waiting_customer',
          },
          { customerId, ticketNumber: `TKT-2${at}`, subject: 'Ours', description: 'd', status: 'open' },
        ]);
        await tx.insert(payments).values([
          {
            customerId,
            paymentReference: 'P-1',
            amount: '10',
            paymentDate: monthsAgo(1).toISOString().slice(0, 10),
            paymentMethod: 'cash',
            status: 'completed',
          },
          {
            customerId,
            paymentReference: 'P-2',
            amount: '0.05',
            paymentDate: monthsAgo(1).toISOString().slice(0, 10),
            paymentMethod: 'cash',
            status: 'completed',
          },
          {
            customerId,
            paymentReference: 'P-3',
            amount: '99',
            paymentDate: monthsAgo(1).toISOString().slice(0, 10),
            paymentMethod: 'cash',
            status: 'failed',
          },
        ]);
      }
    });
  });

  const overview = async (cookie: string) => (await browser(api, { cookie }).get('/api/portal/records/overview')).body;

  test('unpaid invoices of the customer are sorted by due date, those without one last', async () => {
    const { unpaidInvoices } = await overview(ours.cookie);
    expect(unpaidInvoices.total).toBe(3);
    expect(unpaidInvoices.items.map(({ amount }: { amount: string }) => amount)).toEqual(['50.25', '100.00', '7.00']);
    expect(unpaidInvoices.items.map(({ remaining }: { remaining: string }) => remaining)).toEqual([
      '50.25',
      '100.00',
      '7.00',
    ]);
    expect(unpaidInvoices.items.map(({ number }: { number: string | null }) => number)).toEqual([null, 'FA-1', null]);
    expect(unpaidInvoices.statuses).toEqual(['disputed', 'overdue', 'pending']);
  });

  test('the unpaid invoices add up to the balance', async () => {
    const { body } = await browser(api, { cookie: ours.cookie }).get('/api/portal/customers/current');
    expect(body.totalOutstanding).toBe('157.25');
  });

  test('contracts that end within 90 days, including today, unless they are over', async () => {
    const { endingContracts } = await overview(ours.cookie);
    expect(endingContracts.items.map(({ title }: { title: string }) => title)).toEqual(['Today', 'Ninety']);
    expect(endingContracts.total).toBe(2);
  });

  test('a section shows a few items and counts all', async () => {
    const { endingLicenses } = await overview(ours.cookie);
    expect(endingLicenses.total).toBe(itemsPerSection + 2);
    // The last one ends first.
    expect(endingLicenses.items.map(({ productName }: { productName: string }) => productName)).toEqual(
      Array.from({ length: itemsPerSection }, (_, at) => `Product ${itemsPerSection + 1 - at}`),
    );
  });

  test('tickets waiting for the customer', async () => {
    const { waitingTickets } = await overview(ours.cookie);
    expect(waitingTickets).toMatchObject({ total: 1, items: [{ ticketNumber: 'TKT-10', subject: 'Your turn' }] });
  });

  test('twelve months, the current one last, with invoiced amounts and completed payments', async () => {
    const { months } = await overview(ours.cookie);
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: monthName(11), invoiced: '7.00', paid: '0.00' });
    expect(months[10]).toEqual({ month: monthName(1), invoiced: '0.00', paid: '10.05' });
    expect(months[11]).toEqual({ month: monthName(0), invoiced: '150.25', paid: '0.00' });
  });

  test('a user without a customer sees an empty overview; an expired session is rejected', async () => {
    const { cookie } = await makeUser(database);
    expect(await overview(cookie)).toEqual({});
    expect(await browser(api).get('/api/portal/records/overview')).toMatchObject({ status: 401 });
  });
});
