import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { browser, makeCustomer, makeStaff } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

// The same rows, counted and added up by hand, in every place that shows a figure of them.
const invoices = [
  // amount, status, days until it is due, settled
  ['100.00', 'pending', -10, '25.00'],
  ['50.00', 'paid', -5, '0'],
  ['30.00', 'draft', 5, '0'],
  ['20.00', 'disputed', 10, '0'],
  ['70.00', 'void', -40, '0'],
  ['45.50', 'pending', -100, '0'],
  ['10.25', 'overdue', -45, '0'],
] as const;
const expected = {
  invoices: 7,
  unpaid: 4,
  contracts: 3,
  payments: 4,
  licenses: 3,
  tickets: 6,
  openTickets: 5,
  // 75 + 20 + 45.50 + 10.25
  outstanding: '150.75',
  // 75 + 45.50 + 10.25
  overdue: '130.75',
  // What is left of a payment, 40 - 25, is taken for the invoice that the books call paid.
  balance: '150.75',
};
const lists = ['invoices', 'contracts', 'payments', 'licenses'] as const;

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, customer }) => {
  const portal = browser(api, { cookie: customer.cookie });
  let desk: ReturnType<typeof browser>;
  beforeAll(async () => {
    desk = browser(api, { cookie: (await makeStaff(database)).cookie });
    const other = await makeCustomer(database, 'Another');
    await asOperator(database, async (tx) => {
      const run = (statement: ReturnType<typeof sql>) => tx.execute<{ id: string }>(statement);
      const [payment] = (
        await run(sql`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, status)
          VALUES (${customer.id}, 'P-1', 40, current_date - 1, 'check', 'completed'), (${customer.id}, 'P-2', 10, current_date - 2, 'cash', 'failed'),
            (${customer.id}, 'P-3', 50, current_date - 2, 'cash', 'failed'), (${customer.id}, 'P-4', 5, current_date - 3, 'cash', 'pending') RETURNING id`)
      ).rows;
      for (const [at, [amount, status, days, settled]] of invoices.entries()) {
        const { rows } = await run(sql`INSERT INTO invoices (customer_id, number, amount, status, due_date, created_at)
          VALUES (${customer.id}, ${`F-${at}`}, ${amount}, ${status}, current_date + ${days}::integer, now() - ${`${at + 1} days`}::interval) RETURNING id`);
        if (settled !== '0')
          await run(sql`INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount)
            VALUES (${customer.id}, ${rows[0]?.id}, ${payment?.id}, ${settled})`);
      }
      await run(
        sql`INSERT INTO invoices (customer_id, number, amount, status) VALUES (${other.id}, 'F-X', 7, 'pending')`,
      );
      for (const at of [1, 2, 3]) {
        await run(
          sql`INSERT INTO contracts (customer_id, contract_number, title, status) VALUES (${customer.id}, ${`C-${at}`}, 'C', 'active')`,
        );
        await run(
          sql`INSERT INTO licenses (customer_id, license_key, product_name, license_type) VALUES (${customer.id}, ${`L-${at}`}, 'P', 'trial')`,
        );
      }
      for (const [at, status] of ['open', 'open', 'in_progress', 'waiting_customer', 'resolved', 'closed'].entries())
        await run(sql`INSERT INTO tickets (customer_id, author_id, ticket_number, subject, description, status, priority, unread_since)
          VALUES (${customer.id}, ${customer.userId}, ${`TKT-${at}`}, ${`Printer ${at}`}, 'D', ${status}, ${at === 0 ? 'urgent' : 'medium'},
            CASE WHEN ${at} < 2 THEN now() END)`);
    });
  });
  const bodyOf = async (client: ReturnType<typeof browser>, path: string) => {
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const totalOf = async (client: ReturnType<typeof browser>, path: string) =>
    Number((await bodyOf(client, `${path}${path.includes('?') ? '&' : '?'}count=true`)).total);

  test('how many records there are', async () => {
    const counts = await bodyOf(portal, '/api/portal/records/counts');
    const detail = await bodyOf(desk, `/api/desk/customers/detail?id=${customer.id}`);
    for (const list of lists) {
      const total = expected[list];
      expect([
        list,
        counts[list],
        detail.counts[list],
        await totalOf(portal, `/api/portal/${list}`),
        await totalOf(desk, `/api/desk/${list}?customerId=${customer.id}`),
      ]).toEqual([list, total, total, total, total]);
    }
    const listed = (await bodyOf(desk, '/api/desk/customers?q=Mass')).items[0];
    expect([counts.openTickets, listed.openTickets, detail.counts.tickets]).toEqual([
      expected.openTickets,
      expected.openTickets,
      expected.tickets,
    ]);
    expect(await totalOf(portal, '/api/portal/tickets')).toBe(expected.tickets);
    expect(await totalOf(desk, `/api/desk/customer-tickets?customerId=${customer.id}`)).toBe(expected.tickets);
  });

  test('each status has its rows, and together they are all', async () => {
    for (const status of new Set(invoices.map((row) => row[1])))
      expect([status, await totalOf(portal, `/api/portal/invoices?status=${status}`)]).toEqual([
        status,
        invoices.filter((row) => row[1] === status).length,
      ]);
    expect(await totalOf(portal, '/api/portal/invoices?status=pending,overdue')).toBe(3);
    // A search keeps the filter.
    expect(await totalOf(portal, '/api/portal/invoices?status=pending&q=F-')).toBe(2);
    expect(await totalOf(desk, '/api/desk/tickets?status=open&q=Printer')).toBe(2);
    expect(await totalOf(desk, '/api/desk/tickets?status=open&q=Printer&priority=urgent')).toBe(1);
  });

  test('what is owed', async () => {
    const current = await bodyOf(portal, '/api/portal/customers/current');
    const overview = await bodyOf(portal, '/api/portal/records/overview');
    const listed = (await bodyOf(desk, '/api/desk/customers?q=Mass')).items[0];
    const detail = await bodyOf(desk, `/api/desk/customers/detail?id=${customer.id}`);
    const owed = (await bodyOf(desk, '/api/desk/receivables')).customers as { customerId: string; total: string }[];
    const open = await bodyOf(desk, `/api/desk/payments/open?customerId=${customer.id}`);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const period = `from=2000-01-01&to=${tomorrow}`;
    const statement = await bodyOf(portal, `/api/portal/statements?${period}`);
    const { totalOutstanding: outstanding } = current;
    expect(outstanding).toBe(expected.outstanding);
    expect([listed.totalOutstanding, detail.totalOutstanding]).toEqual([outstanding, outstanding]);
    expect([listed.totalOverdue, detail.totalOverdue]).toEqual([expected.overdue, expected.overdue]);
    expect(overview.unpaidInvoices.total).toBe(expected.unpaid);
    expect(open.invoices).toHaveLength(expected.unpaid);
    expect(sumOf(overview.unpaidInvoices.items, 'remaining')).toBe(expected.outstanding);
    expect(owed.find(({ customerId }) => customerId === customer.id)).toMatchObject({ total: expected.outstanding });
    expect(statement.closingBalance).toBe(expected.balance);
    expect(await bodyOf(desk, `/api/desk/statements?customerId=${customer.id}&${period}`)).toEqual(statement);
    expect(statement.ageing).toEqual({
      notDue: '20.00',
      days0to30: '75.00',
      days31to60: '10.25',
      days61to90: '0.00',
      over90: '45.50',
    });
    const file = String(await bodyOf(portal, `/api/portal/statements/file?${period}&format=csv&language=en`));
    for (const { number } of statement.entries as { number: string }[]) expect(file).toContain(number);
    expect(file).toContain(expected.balance);
  });

  test('a day of the audit log is one of the office', async () => {
    // Half past midnight in Nice, and still the day before in UTC.
    await asOperator(database, (tx) =>
      tx.execute(
        sql`INSERT INTO audit_events (actor, event, happened_at) VALUES ('system', 'backup.made', '2026-07-14T22:30:00Z')`,
      ),
    );
    const on = (day: string) => totalOf(desk, `/api/desk/audit-events?event=backup&from=${day}&until=${day}`);
    expect([await on('2026-07-14'), await on('2026-07-15')]).toEqual([0, 1]);
  });

  test('the views of the queue have as many tickets as they say', async () => {
    const counts = await bodyOf(desk, '/api/desk/tickets/counts');
    expect(counts).toMatchObject({ active: 4, unassigned: 4, unread: 2 });
    expect(await totalOf(desk, '/api/desk/tickets?active=true')).toBe(counts.active);
    expect(await totalOf(desk, '/api/desk/tickets?unread=true')).toBe(counts.unread);
    expect(await totalOf(desk, '/api/desk/tickets?active=true&assignee=none')).toBe(counts.unassigned);
  });

  test.each([
    ...lists.map((list) => `/api/portal/${list}`),
    '/api/portal/tickets',
    '/api/desk/tickets',
    '/api/desk/customers',
    '/api/desk/audit-events',
  ])('%s: pages of two are the whole list, in every order', async (path) => {
    const client = path.startsWith('/api/desk') ? desk : portal;
    const sorts: Record<string, string[]> = {
      '/api/portal/invoices': ['createdAt', 'amount', 'dueDate', 'status'],
      '/api/portal/contracts': ['createdAt', 'endDate'],
      '/api/portal/payments': ['paymentDate', 'amount'],
      '/api/portal/licenses': ['createdAt', 'expiryDate'],
      '/api/portal/tickets': ['createdAt', 'priority', 'status'],
      '/api/desk/tickets': ['due', 'createdAt', 'customer', 'priority', 'status', 'assignee', 'activity'],
      '/api/desk/customers': ['name'],
      '/api/desk/audit-events': ['happenedAt'],
    };
    for (const sort of sorts[path] ?? [])
      for (const direction of ['asc', 'desc']) {
        const query = `sort=${sort}&direction=${direction}`;
        const whole = (await bodyOf(client, `${path}?${query}&limit=500`)).items as { id: string }[];
        const paged: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
          const page = await bodyOf(client, `${path}?${query}&limit=2${from}`);
          paged.push(...(page.items as { id: string }[]).map(({ id }) => id));
          cursor = page.nextCursor as string | null;
        }
        expect([query, paged]).toEqual([query, whole.map(({ id }) => id)]);
        expect(new Set(paged).size).toBe(paged.length);
      }
  });
});

const sumOf = (rows: Record<string, string>[], name: string) =>
  (rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0) / 100).toFixed(2);
