import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoices } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, makeTicket } = setUpDesk(database, api);

  test('the months count what was opened, answered, resolved and reopened, of one customer', async () => {
    const owner = await makeCustomer(database, 'Counted');
    const visitor = portal(owner);
    const staff = await desk({ permissions: ['support'] });
    const open = async () =>
      (await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D' })).body.id as string;
    const version = async (id: string) => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body.version as number;
    const reply = async (id: string, next: string) =>
      staff.post('/api/desk/tickets/reply', { id, version: await version(id), body: 'B', next });
    const [resolved, reopened, late] = [await open(), await open(), await open()];
    await open();
    await reply(resolved, 'resolve');
    await reply(reopened, 'resolve');
    await visitor.post('/api/portal/tickets/answer', { id: reopened, works: false });
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET first_response_due_at = now() - interval '1 minute' WHERE id = ${late}`),
    );
    await reply(late, 'reply');
    // Two months ago, resolved last month.
    const past = (months: number) =>
      sql.raw(`(date_trunc('month', now()) - interval '${months} months' + interval '10 days')`);
    const { id: old } = await makeTicket(owner.id, { status: 'closed' });
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET created_at = ${past(2)}, resolved_at = ${past(1)} WHERE id = ${old}`),
    );
    const { status, body } = await staff.get(`/api/desk/dashboard?customerId=${owner.id}`);
    expect([status, body.months.length, body.customerName]).toEqual([200, 12, 'Counted']);
    expect(body.months.at(-1)).toMatchObject({
      opened: 4,
      resolved: 1,
      backlog: 3,
      kept: 2,
      missed: 1,
      resolutionKept: 2,
      resolutionMissed: 0,
      reopened: 1,
    });
    expect(body.months.at(-1).responseAverage).toBeGreaterThanOrEqual(80);
    expect(body.months.slice(-3, -1)).toMatchObject([
      { opened: 1, resolved: 0, backlog: 1, responseAverage: null, resolutionMedian: null },
      { opened: 0, resolved: 1, backlog: 0 },
    ]);
    const opened = body.hours.reduce((sum: number, one: { opened: number }) => sum + one.opened, 0);
    expect(opened).toBe(body.months.reduce((sum: number, one: { opened: number }) => sum + one.opened, 0));
    // A Monday in winter, when the office is one hour ahead of UTC.
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET created_at = '2026-01-05T12:30:00Z' WHERE id = ${old}`),
    );
    const { hours } = (await staff.get(`/api/desk/dashboard?customerId=${owner.id}&month=2026-01`)).body;
    expect(hours).toEqual([{ weekday: 1, hour: 13, opened: 1 }]);
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET created_at = ${past(2)}, resolved_at = ${past(1)} WHERE id = ${old}`),
    );
    expect(body.people).toEqual([
      { userId: staff.userId, name: `Staff ${staff.email}`, open: 2, resolved: 1 },
      { userId: null, name: null, open: 1, resolved: 0 },
    ]);
    const before = (await staff.get(`/api/desk/dashboard?customerId=${owner.id}&month=${body.months.at(-2).month}`))
      .body;
    expect(before.months.at(-1)).toEqual(body.months.at(-2));
    expect(before.people.map(({ resolved: done }: { resolved: number }) => done)).toEqual([0, 1]);
    const all = (await staff.get('/api/desk/dashboard')).body;
    expect(all.months.at(-1).opened).toBeGreaterThanOrEqual(4);
    const manager = await desk({ permissions: ['admin'] });
    expect((await manager.get(`/api/desk/dashboard?customerId=${owner.id}`)).body).toEqual(body);
    for (const query of ['month=2026-13', 'month=x', 'customerId=x', 'months=3'])
      expect((await staff.get(`/api/desk/dashboard?${query}`)).status).toBe(400);
    const other = await desk({ permissions: ['sales'] });
    expect((await other.get('/api/desk/dashboard')).status).toBe(403);
    expect((await visitor.get('/api/desk/dashboard')).status).toBe(404);
  });

  test('receivables are summed by age and customer, without what is paid or void', async () => {
    const [first, second] = [await makeCustomer(database, 'First'), await makeCustomer(database, 'Second')];
    const accountant = await desk({ permissions: ['accounts'] });
    const sums = (row: Record<string, string>) =>
      ['current', 'upTo30', 'upTo60', 'upTo90', 'over90', 'total'].map((age) => Number(row[age]));
    const before = sums((await accountant.get('/api/desk/receivables')).body.total);
    const make = (customerId: string, rows: [amount: string, dueDate: string | null, status?: string][]) =>
      asOperator(database, (tx) =>
        tx
          .insert(invoices)
          .values(rows.map(([amount, dueDate, status = 'pending']) => ({ customerId, amount, dueDate, status }))),
      );
    // A day apart, whichever day it is in the office.
    await make(first.id, [
      ['10.50', day(5)],
      ['1.00', null],
      ['20.00', day(-15), 'overdue'],
      ['30.00', day(-45)],
      ['40.00', day(-75)],
      ['50.00', day(-200)],
      ['999.00', day(-200), 'paid'],
      ['999.00', day(-200), 'void'],
    ]);
    await make(second.id, [['1000.00', day(-15)]]);
    const { body } = await accountant.get('/api/desk/receivables');
    const own = body.customers.filter(({ customerId }: { customerId: string }) =>
      [first.id, second.id].includes(customerId),
    );
    expect(own.map((row: Record<string, string>) => [row['customerName'], ...sums(row)])).toEqual([
      ['Second', 0, 1000, 0, 0, 0, 1000],
      ['First', 11.5, 20, 30, 40, 50, 151.5],
    ]);
    expect(sums(body.total)).toEqual([11.5, 1020, 30, 40, 50, 1151.5].map((sum, at) => sum + (before[at] ?? 0)));
    for (const [permission, status] of [
      ['records', 200],
      ['support', 403],
      ['admin', 403],
    ] as const) {
      const staff = await desk({ permissions: [permission] });
      expect([permission, (await staff.get('/api/desk/receivables')).status]).toEqual([permission, status]);
    }
  });
});
