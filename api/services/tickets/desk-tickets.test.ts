import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customers, invoices, staffMembers } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeStaff } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api, customer }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);

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

  test('the queue is sorted by each of its columns, in pages, with or without done tickets', async () => {
    const staff = await desk({ permissions: ['support'] });
    const [ana, zoe] = [await makeCustomer(database, 'Âna sorts'), await makeCustomer(database, 'zoe sorts')];
    const other = await desk({ permissions: ['support'] });
    const at = (minute: number) => new Date(Date.UTC(2026, 1, 1, 9, minute)).toISOString();
    const rows = [
      {
        of: zoe,
        subject: 'A',
        priority: 'low',
        status: 'waiting_customer',
        assigneeId: other.userId,
        lastPublicAt: at(50),
      },
      { of: ana, subject: 'B', priority: 'urgent', status: 'open' },
      {
        of: zoe,
        subject: 'C',
        priority: 'high',
        status: 'in_progress',
        assigneeId: staff.userId,
        lastPublicAt: at(40),
      },
      { of: ana, subject: 'D', priority: 'medium', status: 'closed', lastPublicAt: at(60) },
    ];
    for (const [nth, { of, ...more }] of rows.entries())
      await makeTicket(of.id, { ...more, subject: `sorted ${more.subject}`, createdAt: at(nth) });
    const read = async (query: string) => {
      const subjects: string[] = [];
      let cursor: string | null = null;
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { body } = await staff.get(`/api/desk/tickets?q=sorted&limit=2&${query}${more}`);
        subjects.push(...body.items.map(({ subject }: { subject: string }) => subject.slice(-1)));
        cursor = body.nextCursor;
      } while (cursor !== null);
      return subjects.join('');
    };
    const [first] = [staff, other].toSorted((one, two) => (one.email < two.email ? -1 : 1));
    const byAssignee = first === staff ? 'CAB' : 'ACB';
    expect(
      await Promise.all(
        ['customer', 'priority', 'status', 'assignee', 'activity&direction=desc', 'createdAt'].map((sort) =>
          read(`active=true&sort=${sort}`),
        ),
      ),
    ).toEqual([expect.stringMatching(/^B(AC|CA)$/), 'BCA', 'BCA', byAssignee, 'ACB', 'ABC']);
    expect(await read('sort=status')).toBe('BCAD');
    expect(await read('sort=activity&direction=desc')).toBe('DACB');

    // A customer or staff member with another name is found in its new place.
    await asOperator(database, async (tx) => {
      await tx.update(customers).set({ name: 'zzz sorts' }).where(eq(customers.id, ana.id));
      await tx.update(staffMembers).set({ name: '0' }).where(eq(staffMembers.userId, other.userId));
    });
    expect(await read('active=true&sort=customer')).toMatch(/^(AC|CA)B$/);
    expect(await read('active=true&sort=assignee')).toBe('ACB');
    for (const bad of ['sort=subject', 'due=never', 'waiting=false'])
      expect((await staff.get(`/api/desk/tickets?${bad}`)).status).toBe(400);
  });

  test('a row has its requester, and the last thing that was written, internal notes included', async () => {
    const staff = await desk({ permissions: ['support'] });
    const claire = await makeCustomer(database, 'Last words');
    const { body: made } = await portal(claire).post('/api/portal/tickets', {
      subject: 'S',
      description: ' D\n\n  E ',
    });
    const row = async () => (await staff.get(`/api/desk/tickets?customerId=${claire.id}`)).body.items[0];
    const views = async () =>
      (await staff.get(`/api/desk/tickets?customerId=${claire.id}&waiting=true`)).body.items.length;
    expect(await row()).toMatchObject({
      requesterName: claire.email,
      lastMessage: { kind: 'customer', author: claire.email, excerpt: 'D E' },
    });
    expect(await views()).toBe(1);
    const body = `Bonjour ${'x'.repeat(500)}`;
    const replied = await staff.post('/api/desk/tickets/reply', { id: made.id, version: 1, body });
    expect(replied.body.ticket.lastMessage).toMatchObject({ kind: 'staff', excerpt: body.slice(0, 140) });
    expect(await views()).toBe(0);
    await staff.post('/api/desk/tickets/add-note', { id: made.id, body: 'Rappeler' });
    expect((await row()).lastMessage).toMatchObject({
      kind: 'note',
      author: `Staff ${staff.email}`,
      excerpt: 'Rappeler',
    });
    await portal(claire).post('/api/portal/tickets/reply', { id: made.id, body: 'Merci' });
    expect((await row()).lastMessage).toMatchObject({ kind: 'customer', excerpt: 'Merci' });
    expect(await views()).toBe(1);
  });

  test('what is overdue or due within the warning time, by the calendar of the ticket', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = await makeCustomer(database, 'Due');
    const running = { slaState: 'running', slaCalendar: 'continuous' } as const;
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await makeTicket(id, { ...running, subject: 'late', firstResponseDueAt: inMinutes(-10) });
    await makeTicket(id, { ...running, subject: 'soon', firstResponseDueAt: inMinutes(20) });
    await makeTicket(id, { ...running, subject: 'later', firstResponseDueAt: inMinutes(60) });
    await makeTicket(id, { subject: 'never' });
    const { body } = await staff.get(`/api/desk/tickets?customerId=${id}&due=soon`);
    expect(body.items.map(({ subject }: { subject: string }) => subject)).toEqual(['late', 'soon']);
  });

  test('beside a ticket are the first of what its customer has, and how many there are', async () => {
    const { id: customerId } = await makeCustomer(database, 'Many');
    const ticket = await makeTicket(customerId);
    for (let nth = 0; nth < 6; nth += 1) await makeTicket(customerId);
    const unpaid = Array.from({ length: 7 }, () => ({ customerId, amount: '1', status: 'pending' }));
    await asOperator(database, (tx) =>
      tx.insert(invoices).values([...unpaid, { customerId, amount: '1', status: 'paid' }]),
    );
    const staff = await desk({ permissions: ['support'] });
    const { customer: beside } = (await staff.get(`/api/desk/tickets/detail?id=${ticket.id}`)).body;
    expect(beside.counts).toEqual({ activeContracts: 0, unpaidInvoices: 7, otherTickets: 6 });
    expect([beside.unpaidInvoices.length, beside.otherTickets.length]).toEqual([5, 5]);
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
          counts: { activeContracts: 0, unpaidInvoices: 1, otherTickets: 0 },
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
