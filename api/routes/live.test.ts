import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { assertDefined, createAuthFlows, makeCustomer, makeStaff, makeUser, openApi } from '#tests/support/api.ts';
import { type EventReader, readEvents } from '#tests/support/event-stream.ts';
import { describeApi, describeDatabase } from '#tests/support/fixtures.ts';
import { startLive } from '#tests/support/live.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';

describeApi(async ({ database, customer }) => {
  const { open, openTicket, changeTicket, browserOf, closeStreams } = await startLive(database);
  afterEach(closeStreams);

  test('a stream says that a ticket changed, and not how', async () => {
    const id = await openTicket(customer);
    const stream = await open('portal', customer);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.retries).toEqual([expect.any(Number)]);
    const staff = await makeStaff(database);
    const reply = { id, version: 1, body: 'Please restart it.' };
    const { status, body } = await browserOf(staff).post('/api/desk/tickets/reply', reply);
    expect(status).toBe(201);
    expect(await stream.next()).toEqual({ type: 'ticket', data: { id, version: body.ticket.version } });
  });

  test('everybody who may see a ticket is told, and nobody else', async () => {
    const other = await makeCustomer(database, 'Other');
    const member = (roles: CustomerRole[]) => makeUser(database, { customerId: customer.id, roles });
    const [colleague, requester, watcher, staff] = [
      await member(['technical']),
      await member(['requester']),
      await member(['requester']),
      await makeStaff(database, { permissions: ['support'] }),
    ];
    const id = await openTicket(customer);
    const asOwner = browserOf(customer);
    await asOwner.post('/api/portal/tickets/add-watcher', { id, email: watcher.email });
    const ownTickets = new Map<unknown, string>();
    for (const one of [other, requester]) ownTickets.set(one, await openTicket(one));
    const streams = new Map<unknown, EventReader>();
    for (const one of [customer, colleague, watcher, other, requester]) streams.set(one, await open('portal', one));
    streams.set(staff, await open('desk', staff));
    await changeTicket(id);
    for (const one of [customer, colleague, watcher, staff])
      expect(await streams.get(one)?.next()).toMatchObject({ type: 'ticket', data: { id } });
    // Events keep their order: an event of the hidden ticket would come before that of their own one.
    for (const [one, own] of ownTickets) {
      await changeTicket(own);
      expect(await streams.get(one)?.next()).toMatchObject({ type: 'ticket', data: { id: own } });
    }
  });

  test('an internal note is announced to staff only', async () => {
    const id = await openTicket(customer);
    const staff = await makeStaff(database);
    const [ofCustomer, ofStaff] = [await open('portal', customer), await open('desk', staff)];
    const asStaff = browserOf(staff);
    expect((await asStaff.post('/api/desk/tickets/add-note', { id, body: 'Unpaid invoices.' })).status).toBe(201);
    expect(await ofStaff.next()).toMatchObject({ type: 'ticket', data: { id } });
    const next = await openTicket(customer);
    expect(await ofCustomer.next()).toMatchObject({ data: { id: next } });
  });

  test('what is rolled back is not announced', async () => {
    const id = await openTicket(customer);
    const stream = await open('portal', customer);
    const failed = asOperator(database, async (tx) => {
      await tx.update(tickets).set({ priority: 'low' }).where(eq(tickets.id, id));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    const next = await openTicket(customer);
    expect(await stream.next()).toMatchObject({ data: { id: next } });
  });

  test('periodic runs are announced, and many changes at once as one', async () => {
    const id = await openTicket(customer);
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET first_response_due_at = now() - interval '1 hour' WHERE id = ${id}`),
    );
    const stream = await open('portal', customer);
    expect(await runTicketJobs(database)).toMatchObject({ missed: 1 });
    expect(await stream.next()).toMatchObject({ data: { id } });
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO tickets (customer_id, ticket_number, subject, description)
        SELECT ${customer.id}, 'TKT-' || number, 's', 'd' FROM generate_series(1, 60) AS number`),
    );
    expect(await stream.next()).toEqual({ type: 'reread', data: {} });
  });

  test('staff see who has a ticket open', async () => {
    const [first, second] = [await makeStaff(database), await makeStaff(database)];
    const id = await openTicket(customer);
    const stream = await open('desk', second);
    const asFirst = browserOf(first);
    const asSecond = browserOf(second);
    const view = (isViewing: boolean) => asFirst.post('/api/desk/tickets/view', { id, isViewing });
    const listed = async () =>
      (await asSecond.get('/api/desk/tickets/viewers')).body.viewers.filter(
        ({ ticketId }: { ticketId: string }) => ticketId === id,
      );
    expect((await view(true)).status).toBe(200);
    expect(await stream.next()).toEqual({ type: 'viewers', data: {} });
    expect(await listed()).toEqual([
      { ticketId: id, userId: first.userId, name: `Staff ${first.email}`, isTyping: false },
    ]);
    await view(false);
    expect(await stream.next()).toEqual({ type: 'viewers', data: {} });
    expect(await listed()).toEqual([]);
    const unknown = { id: customer.id, isViewing: true };
    expect((await asFirst.post('/api/desk/tickets/view', unknown)).status).toBe(404);
  });

  test('malformed notifications are ignored', async () => {
    const stream = await open('portal', customer);
    for (const payload of ['', 'x', '{"customerId":1}', `{"customerId":"${customer.id}","ticketId":"x"}`])
      await database.pool.query(`SELECT pg_notify('ticket_changes', $1), pg_notify('ticket_viewers', $1)`, [payload]);
    const id = await openTicket(customer);
    expect(await stream.next()).toMatchObject({ data: { id } });
  });
});

describeDatabase({ only: 'postgresql' }, ({ database }) => {
  test('a change by one instance reaches the streams of another, also after its connection was lost', async () => {
    const other = await database.openInstance();
    const customer = await makeCustomer(database, 'Two instances');
    const [a, b] = [await openApi(database), await openApi(other)];
    const headers = { Cookie: customer.cookie, Host: 'portal.test' };
    const stream = readEvents(await b.request('/api/portal/events', { headers }));
    expect(await stream.next()).toMatchObject({ type: 'reread' });
    const open = async () => {
      const ticket = { subject: 'S', description: 'D' };
      const { body } = await createAuthFlows(a, database)
        .newBrowser(customer.cookie)
        .post('/api/portal/tickets', ticket);
      return assertDefined(body.id);
    };
    const before = await open();
    expect(await stream.next()).toMatchObject({ data: { id: before } });
    const { rows } = await database.withOwner((client) =>
      client.query(`SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
        WHERE application_name = 'portal_listener' AND datname = current_database()`),
    );
    expect(rows).toEqual([{ ended: true }]);
    expect(await stream.next()).toEqual({ type: 'reread', data: {} });
    const after = await open();
    expect(await stream.next()).toMatchObject({ data: { id: after } });
    await stream.close();
  });
});
