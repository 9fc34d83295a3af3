import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { invoices } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeStaff } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api, customer }) => {
  const { desk, makeTicket, eventsOf } = setUpDesk(database, api);

  test('the queue: the most urgent first, of these the oldest, and in pages', async () => {
    const { id } = await makeCustomer(database, 'Queue');
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
    for (const [nth, priority] of ['low', 'urgent', 'medium', 'urgent', 'high', 'odd'].entries())
      await makeTicket(id, { priority, createdAt: at(nth), subject: `${priority} ${nth}` });
    await makeTicket(id, { status: 'closed', priority: 'urgent', subject: 'closed' });
    const staff = await desk({ permissions: ['support'] });
    const subjects: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await staff.get(
        `/api/desk/tickets?customerId=${id}&active=true&limit=4${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      subjects.push(...body.items.map(({ subject }: { subject: string }) => subject));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(subjects).toEqual(['urgent 1', 'urgent 3', 'high 4', 'medium 2', 'low 0', 'odd 5']);
    const all = await staff.get(`/api/desk/tickets?customerId=${id}&count=true&priority=urgent`);
    expect(all.body).toMatchObject({ total: 3 });
    const found = await staff.get(`/api/desk/tickets?q=odd%205&customerId=${id}`);
    expect(found.body.items).toMatchObject([{ subject: 'odd 5', customerName: 'Queue', assigneeId: null, version: 1 }]);
  });

  test('a ticket comes with its customer, and reading it is one event', async () => {
    const { id } = await makeCustomer(database, 'Card');
    const ticket = await makeTicket(id);
    await asOperator(database, (tx) => tx.insert(invoices).values({ customerId: id, amount: '12.50', number: 'F-1' }));
    const staff = await desk({ permissions: ['support'] });
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await staff.get(`/api/desk/tickets/detail?id=${ticket.id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        description: 'It smokes.',
        author: null,
        customer: {
          id,
          name: 'Card',
          totalOutstanding: '12.50',
          unpaidInvoices: [{ number: 'F-1' }],
          otherTickets: [],
        },
      });
    }
    expect(await eventsOf('staff.read', `ticket:${ticket.id}`)).toMatchObject([
      { actor: 'staff', userId: staff.userId, customer: id, details: { page: 'ticket' } },
    ]);
    expect((await staff.get(`/api/desk/tickets/detail?id=${randomUUID()}`)).status).toBe(404);
  });

  test('of two who change a ticket at once, the second sees what the first did', async () => {
    const ticket = await makeTicket(customer.id);
    const [first, second] = [await desk({ permissions: ['support'] }), await desk({ permissions: ['support'] })];
    const change = { id: ticket.id, version: 1 };
    const done = await first.post('/api/desk/tickets/change', {
      ...change,
      status: 'in_progress',
      assigneeId: first.userId,
    });
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'in_progress', assigneeId: first.userId, assigneeName: `Staff ${first.email}`, version: 3 },
    });
    const late = await second.post('/api/desk/tickets/change', { ...change, status: 'resolved' });
    expect(late).toMatchObject({
      status: 409,
      body: { error: { code: 'changed_meanwhile' }, current: { status: 'in_progress', version: 3 } },
    });
    const { version } = late.body.current;
    const resolved = await second.post('/api/desk/tickets/change', { ...change, version, status: 'resolved' });
    expect(resolved).toMatchObject({ status: 200, body: { status: 'resolved', version: 4 } });
    expect(await eventsOf('ticket.status_changed', `ticket:${ticket.id}`)).toHaveLength(2);
    expect(await eventsOf('ticket.assigned', `ticket:${ticket.id}`)).toHaveLength(1);
    const at = await Promise.all([
      first.post('/api/desk/tickets/change', { id: ticket.id, version: 4, status: 'open' }),
      second.post('/api/desk/tickets/change', { id: ticket.id, version: 4, status: 'closed' }),
    ]);
    expect(at.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test('a ticket is assigned to active staff with support only; bad input is rejected', async () => {
    const ticket = await makeTicket(customer.id);
    const staff = await desk({ permissions: ['support'] });
    const suspended = await makeStaff(database, { isActive: false });
    const sales = await makeStaff(database, { permissions: ['sales'] });
    const change = (more: object) => staff.post('/api/desk/tickets/change', { id: ticket.id, version: 1, ...more });
    for (const assigneeId of [suspended.userId, sales.userId, customer.userId, randomUUID(), 'x'])
      expect((await change({ assigneeId })).status).toBe(400);
    for (const bad of [{}, { status: 'lost' }, { status: 'open', extra: 1 }])
      expect((await change(bad)).status).toBe(400);
    const gone = await staff.post('/api/desk/tickets/change', { id: randomUUID(), version: 1, status: 'open' });
    expect(gone.status).toBe(404);
  });
});
