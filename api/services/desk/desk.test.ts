import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customers, staffMembers } from '#api/db/schema.ts';
import { sessions } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeStaff, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ engine, database, api, customer }) => {
  const { desk, portal, makeTicket } = setUpDesk(database, api);

  test('me: name, permissions and when the desk closes', async () => {
    const staff = await desk({ permissions: ['support', 'sales'], hoursAgo: 11 });
    const { status, body } = await staff.get('/api/desk/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: staff.userId,
      email: staff.email,
      name: `Staff ${staff.email}`,
      permissions: ['support', 'sales'],
      viewing: null,
    });
    expect(Date.parse(body.endsAt)).toBeGreaterThan(Date.now());
    expect(Date.parse(body.endsAt)).toBeLessThanOrEqual(Date.now() + 3_700_000);
  });

  test('the audit log in pages, by event, customer and user; health; search', async () => {
    const { id } = await makeCustomer(database, 'Audited');
    const staff = await desk();
    await staff.get(`/api/desk/customers/detail?id=${id}`);
    await staff.get(`/api/desk/people?customerId=${id}`);
    const log = await staff.get(`/api/desk/audit-events?customerId=${id}&count=true`);
    expect(log.body).toMatchObject({
      total: 2,
      items: [
        {
          event: 'staff.read',
          actor: 'staff',
          customerName: 'Audited',
          userEmail: staff.email,
          details: { page: 'people' },
        },
        { event: 'staff.read', details: { page: 'customer' } },
      ],
    });
    expect((await staff.get(`/api/desk/audit-events?customerId=${id}&event=staff&limit=1`)).body).toMatchObject({
      items: [{ details: { page: 'people' } }],
      nextCursor: expect.any(String),
    });
    expect((await staff.get(`/api/desk/audit-events?customerId=${id}&event=staff.view_started`)).body.items).toEqual(
      [],
    );
    expect((await staff.get(`/api/desk/audit-events?userId=${staff.userId}&event=staff.read`)).body.items).toHaveLength(
      2,
    );
    expect((await staff.get(`/api/desk/audit-events?event=${encodeURIComponent("'; DROP")}`)).status).toBe(400);
    expect((await staff.get('/api/desk/health')).body).toMatchObject({
      database: { engine },
      mail: { queued: expect.any(Number), failed: 0 },
      support: { heldMails: 0, overdueResponses: 0 },
      files: { folder: expect.stringMatching(/\/files$/), isWritable: true, freeBytes: expect.any(Number) },
      lastBackupAt: null,
      hasBackupFailed: false,
      lastProofAt: null,
      hasProofFailed: false,
    });
    for (const [status, dueAt, more] of [
      ['open', '2020-01-01', { slaState: 'missed' }],
      ['in_progress', '2020-01-01', { slaState: 'running' }],
      ['in_progress', '2020-01-01', { slaState: 'missed', firstRespondedAt: '2020-01-02' }],
      ['waiting_customer', '2020-01-01', { slaState: 'paused' }],
      ['open', '2100-01-01', { slaState: 'running' }],
    ] as const)
      await makeTicket(id, { status, firstResponseDueAt: dueAt, slaCalendar: 'office', ...more });
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, reason)
        SELECT repeat(state, 64), repeat('0', 64), 1, '', '{}', '', '', CASE state WHEN '1' THEN 'held' ELSE 'discarded' END, 'empty'
        FROM unnest(ARRAY['1', '2']) AS state`),
    );
    const admin = await desk({ permissions: ['admin'] });
    for (const who of [staff, admin])
      expect((await who.get('/api/desk/health')).body.support).toEqual({ heldMails: 1, overdueResponses: 2 });
    const ticket = await makeTicket(id, { subject: 'Zebra printer' });
    expect((await staff.get('/api/desk/search?q=zebra')).body).toMatchObject({
      customers: [],
      tickets: [{ id: ticket.id, customerName: 'Audited' }],
    });
    expect((await staff.get('/api/desk/search?q=audited')).body.customers).toMatchObject([{ id, name: 'Audited' }]);
    const sales = await desk({ permissions: ['sales'] });
    expect((await sales.get('/api/desk/search?q=zebra')).body.tickets).toEqual([]);
    expect((await staff.get('/api/desk/search?q=%20')).body).toEqual(
      Object.fromEntries(
        ['customers', 'tickets', 'people', 'invoices', 'contracts', 'licenses', 'messages', 'leads'].map((kind) => [
          kind,
          [],
        ]),
      ),
    );
  });

  test('owners see who looked at their data, newest first and in pages; others do not', async () => {
    const { id, cookie } = await makeCustomer(database, 'Watched');
    const requester = await makeUser(database, { customerId: id, roles: ['billing'] });
    const staff = await desk();
    const ticket = await makeTicket(id);
    for (const path of [`customers/detail?id=${id}`, `invoices?customerId=${id}`, `tickets/detail?id=${ticket.id}`])
      await staff.get(`/api/desk/${path}`);
    const first = await portal({ cookie }).get('/api/portal/staff-reads?limit=2');
    expect(first.body.items).toMatchObject([
      { page: 'ticket', entity: ticket.ticketNumber, staffName: `Staff ${staff.email}` },
      { page: 'invoices', entity: null },
    ]);
    const rest = await portal({ cookie }).get(`/api/portal/staff-reads?limit=2&cursor=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ items: [{ page: 'customer' }], nextCursor: null });
    expect((await portal(requester).get('/api/portal/staff-reads')).status).toBe(403);
    expect((await portal(customer).get('/api/portal/staff-reads?limit=500')).body.items).not.toContainEqual(
      expect.objectContaining({ id: first.body.items[0].id }),
    );
    expect((await portal({ cookie }).get('/api/portal/staff-reads?cursor=x')).status).toBe(400);
  });

  test('view as customer: everything that an owner sees, and nothing can be written', async () => {
    const { id, cookie } = await makeCustomer(database, 'Viewed');
    await makeTicket(id);
    const staff = await desk({ permissions: ['support', 'accounts'] });
    expect((await staff.get('/api/portal/customers/current')).status).toBe(404);
    expect((await staff.post('/api/desk/customers/start-viewing', { customerId: randomUUID() })).status).toBe(404);
    expect((await staff.post('/api/desk/customers/start-viewing', { customerId: id })).status).toBe(200);
    expect((await staff.get('/api/desk/me')).body.viewing).toEqual({ customerId: id, name: 'Viewed' });
    expect((await staff.get('/api/auth/session')).body).toMatchObject({
      customerId: id,
      isViewing: true,
      memberships: [{ customerId: id, name: 'Viewed', roles: ['owner'] }],
    });
    expect((await staff.get('/api/portal/customers/current')).body.name).toBe('Viewed');
    expect((await staff.get('/api/portal/tickets')).body.items).toHaveLength(1);
    expect((await staff.get('/api/portal/people')).body.members).toHaveLength(1);
    const readOnly = { status: 403, body: { error: { code: 'read_only' } } };
    const [member] = (await staff.get('/api/portal/people')).body.members;
    for (const [path, body] of [
      ['tickets', { subject: 's', description: 'd' }],
      ['exports', { list: 'tickets', rows: 1 }],
      ['people/remove', { userId: member.userId }],
      ['people/invite', { email: 'a@b.example', roles: ['owner'] }],
      ['customers/switch', { customerId: customer.id }],
    ] as const)
      expect([path, await staff.post(`/api/portal/${path}`, body)]).toMatchObject([path, readOnly]);
    // By the database itself, also for a statement that a route forgot to reject.
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT set_tenant_context($1)', [staff.token]);
      const write = client.query(`SELECT create_ticket('s', 'd', 'low', NULL)`);
      await expect(write).rejects.toMatchObject({ code: '25006' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    const reads = (await portal({ cookie }).get('/api/portal/staff-reads')).body.items;
    expect(reads[0]).toMatchObject({ page: 'portal', staffName: `Staff ${staff.email}` });
    expect((await staff.post('/api/desk/customers/stop-viewing')).status).toBe(200);
    expect((await staff.get('/api/portal/customers/current')).status).toBe(404);
    expect((await staff.get('/api/auth/session')).body).toMatchObject({ isViewing: false, memberships: [] });
  });

  test.each([
    ['support', ['technical'], [403, 200, 200, 403]],
    ['accounts', ['billing'], [200, 403, 200, 403]],
  ] as const)('viewing with %s shows what %s sees', async (permission, roles, statuses) => {
    const { id } = await makeCustomer(database, `Viewed by ${permission}`);
    const ticket = await makeTicket(id);
    const staff = await desk({ permissions: [permission] });
    await staff.post('/api/desk/customers/start-viewing', { customerId: id });
    expect((await staff.get('/api/auth/session')).body.memberships).toMatchObject([{ roles }]);
    const lists = ['invoices', 'licenses', 'tickets', 'people'].map((list) => staff.get(`/api/portal/${list}`));
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(statuses);
    const thread = await staff.get(`/api/portal/tickets/thread?id=${ticket.id}`);
    expect(thread.status).toBe(permission === 'support' ? 200 : 404);
  });

  test('viewing ends with the desk: after 12 hours, with a suspension, without the permission', async () => {
    const { id } = await makeCustomer(database, 'Closed');
    await makeStaff(database, { permissions: ['admin'] });
    const staff = await desk({ permissions: ['support'] });
    await staff.post('/api/desk/customers/start-viewing', { customerId: id });
    const isSeen = async () => (await staff.get('/api/portal/customers/current')).status === 200;
    const set = (values: Partial<typeof staffMembers.$inferInsert>) =>
      asOperator(database, (tx) => tx.update(staffMembers).set(values).where(eq(staffMembers.userId, staff.userId)));
    expect(await isSeen()).toBe(true);
    await set({ active: false });
    expect(await isSeen()).toBe(false);
    await set({ active: true, permissions: ['records'] });
    expect(await isSeen()).toBe(false);
    await set({ permissions: ['support'] });
    // It does not resume with the permission: it begins with an event.
    expect(await isSeen()).toBe(false);
    expect((await staff.get('/api/desk/me')).body.viewing).toBeNull();
    await staff.post('/api/desk/customers/start-viewing', { customerId: id });
    expect(await isSeen()).toBe(true);
    const signedInAt = new Date(Date.now() - 12 * 3_600_000);
    await database.orm.update(sessions).set({ signedInAt }).where(eq(sessions.token, staff.token));
    expect(await isSeen()).toBe(false);
    expect(await asOperator(database, (tx) => tx.select().from(customers).where(eq(customers.id, id)))).toHaveLength(1);
  });
});
