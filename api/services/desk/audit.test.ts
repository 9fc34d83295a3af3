import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoices } from '#api/db/schema.ts';
import { users } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, async ({ database, api }) => {
  const { desk, makeTicket } = setUpDesk(database, api);
  const { id: customerId } = await makeCustomer(database, 'Cabinet Masséna');
  const staff = await desk({ permissions: ['support', 'records', 'accounts'] });
  const admin = await desk({ permissions: ['admin'] });
  const name = (await staff.get('/api/desk/me')).body.name as string;
  const eventsOf = async (event: string, query = '') =>
    (await admin.get(`/api/desk/audit-events?customerId=${customerId}&event=${event}${query}`)).body.items;

  test('events say what they are about: numbers and names, read with the event and not stored in it', async () => {
    const { id, ticketNumber } = await makeTicket(customerId);
    const target = await makeTicket(customerId);
    const ticket = async () => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    const assign = { id, version: (await ticket()).version, assigneeId: staff.userId };
    expect((await staff.post('/api/desk/tickets/change', assign)).status).toBe(200);
    const merge = { id, version: (await ticket()).version, intoId: target.id, addPeople: false };
    expect((await staff.post('/api/desk/tickets/merge', merge)).status).toBe(200);
    const entity = `ticket:${id}`;
    expect(await eventsOf('staff.read')).toMatchObject([{ entity, subject: ticketNumber }]);
    expect(await eventsOf('ticket.assigned')).toMatchObject([
      { subject: ticketNumber, names: { to: name }, details: { to: staff.userId } },
    ]);
    expect(await eventsOf('ticket.merged')).toMatchObject([
      { subject: ticketNumber, names: { into: target.ticketNumber } },
    ]);
    // What is stored has no names.
    const stored = await asOperator(database, (tx) => tx.query.auditEvents.findMany());
    expect(stored.length).toBeGreaterThan(2);
    expect(JSON.stringify(stored)).not.toContain(name);
  });

  test('a correction names the invoice, an invitation its email address; what was deleted has no name', async () => {
    const [invoice] = await asOperator(database, (tx) =>
      tx.insert(invoices).values({ customerId, number: 'FA-2026-0202', amount: '300' }).returning(),
    );
    const { id } = assertDefined(invoice);
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO audit_events (actor, event, customer, entity, details)
        VALUES ('operator', 'record.corrected', ${customerId}::uuid, ${`invoices:${id}`}, '{"fields": "status"}')`),
    );
    expect(await eventsOf('record.corrected')).toMatchObject([{ subject: 'FA-2026-0202', names: {} }]);
    await staff.post('/api/desk/people/invite', { customerId, email: 'paul@massena.example', roles: ['billing'] });
    expect(await eventsOf('user.invited')).toMatchObject([{ subject: 'paul@massena.example' }]);
    const { userId, email } = await makeUser(database, { customerId, roles: ['billing'] });
    await staff.post('/api/desk/people/change-roles', { customerId, userId, roles: ['technical'] });
    expect(await eventsOf('user.roles_changed')).toMatchObject([{ subject: email }]);
    await database.orm.delete(users).where(eq(users.id, userId));
    expect(await eventsOf('user.roles_changed')).toMatchObject([{ subject: null }]);
    await asOperator(database, (tx) => tx.delete(invoices).where(eq(invoices.id, id)));
    expect(await eventsOf('record.corrected')).toMatchObject([{ subject: null }]);
  });

  test('an export is an event of its staff member, with the customer whose list it was', async () => {
    const note = { list: 'invoices', rows: 3, customerId };
    expect((await staff.post('/api/desk/exports', note)).status).toBe(200);
    expect(await eventsOf('records.exported')).toMatchObject([
      { actor: 'staff', userId: staff.userId, details: { list: 'invoices', rows: 3 } },
    ]);
    expect((await staff.post('/api/desk/exports', { list: 'queue', rows: 0 })).status).toBe(200);
    const missing = { ...note, customerId: '00000000-0000-4000-8000-000000000000' };
    expect((await staff.post('/api/desk/exports', missing)).status).toBe(404);
    for (const hostile of [{ ...note, rows: -1 }, { ...note, list: 'passwords' }, { ...note, extra: 1 }, {}])
      expect((await staff.post('/api/desk/exports', hostile)).status).toBe(400);
  });

  test('from one day to another, both included, in the time zone of the office', async () => {
    for (const at of ['2026-03-01 22:59:59Z', '2026-03-01 23:00:00Z', '2026-03-02 22:59:59Z', '2026-03-02 23:00:00Z'])
      await asOperator(database, (tx) =>
        tx.execute(sql`INSERT INTO audit_events (actor, event, customer, happened_at)
          VALUES ('operator', 'backup.made', ${customerId}::uuid, ${at}::timestamptz)`),
      );
    expect(await eventsOf('backup.made', '&from=2026-03-02&until=2026-03-02')).toHaveLength(2);
    expect(await eventsOf('backup.made', '&from=2026-03-02')).toHaveLength(3);
    expect(await eventsOf('backup.made', '&until=2026-03-02')).toHaveLength(3);
    expect((await admin.get('/api/desk/audit-events?from=2026-02-30')).status).toBe(400);
  });
});
