import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoices, memberships } from '#api/db/schema.ts';
import { sessions, twoFactors, users } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, mailsTo, makeCustomer, makeStaff, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api, customer }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);

  test('customers: search without accents, counts by permission, detail', async () => {
    const { id } = await makeCustomer(database, 'Société Générique');
    await makeTicket(id);
    // product §7: a resolved one counts until it is closed.
    await makeTicket(id, { status: 'resolved' });
    await makeTicket(id, { status: 'closed' });
    const support = await desk({ permissions: ['support'] });
    const sales = await desk({ permissions: ['sales'] });
    const list = '/api/desk/customers?q=societe%20gener&count=true';
    expect((await support.get(list)).body).toMatchObject({
      total: 1,
      items: [{ id, openTickets: 2, totalOutstanding: '0.00', totalOverdue: '0.00' }],
    });
    expect((await sales.get(list)).body.items).toMatchObject([{ id, openTickets: null }]);
    expect((await support.get(`/api/desk/customers/detail?id=${id}`)).body.counts).toMatchObject({
      tickets: 3,
      people: null,
    });
    const accounts = await desk({ permissions: ['accounts'] });
    expect((await accounts.get(`/api/desk/customers/detail?id=${id}`)).body.counts).toMatchObject({
      tickets: null,
      people: 1,
    });
    const names = (await support.get('/api/desk/customers?limit=500')).body.items.map(
      ({ name }: { name: string }) => name,
    );
    const folded = names.map((name: string) =>
      name
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .toLowerCase(),
    );
    expect(folded).toEqual(folded.toSorted());
  });

  test('a customer is created once, even twice at once, and changed', async () => {
    const staff = await desk({ permissions: ['accounts'] });
    const create = (name: string) => staff.post('/api/desk/customers', { name, email: 'a@b.example' });
    const both = await Promise.all([create('Nouvelle Société'), create('NOUVELLE societe')]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    const made = assertDefined(both.find(({ status }) => status === 201)).body;
    expect(made).toMatchObject({ email: 'a@b.example', risk: 'low', phone: null });
    const changed = await staff.post('/api/desk/customers/change', { id: made.id, phone: '+33 4 65 71 00 06' });
    expect(changed.body).toMatchObject({ phone: '+33 4 65 71 00 06', email: 'a@b.example', siren: null });
    const numbered = await staff.post('/api/desk/customers/change', { id: made.id, siren: '123 456 782' });
    expect(numbered.body).toMatchObject({ siren: '123456782' });
    for (const siren of ['123456789', '12', "1' OR 1=1", '']) {
      const wrong = await staff.post('/api/desk/customers/change', { id: made.id, siren });
      expect(wrong.status).toBe(400);
    }
    expect((await staff.post('/api/desk/customers/change', { id: made.id, name: 'Cabinet Masséna' })).status).toBe(409);
    expect((await staff.post('/api/desk/customers/change', { id: randomUUID(), phone: '1' })).status).toBe(404);
    for (const name of ['', ' ', 'x'.repeat(201), 'a\0b']) expect((await create(name)).status).toBe(400);
  });

  test('staff do not give themselves access to a customer: a colleague does', async () => {
    const { id } = await makeCustomer(database, 'Own access');
    const staff = await desk({ permissions: ['accounts'] });
    const colleague = await desk({ permissions: ['accounts'] });
    const invitation = { customerId: id, email: staff.email.toUpperCase(), roles: ['requester'] };
    const refused = { status: 409, body: { error: { code: 'own_access' } } };
    expect(await staff.post('/api/desk/people/invite', invitation)).toMatchObject(refused);
    expect((await colleague.post('/api/desk/people/invite', invitation)).status).toBe(200);
    await asOperator(database, (tx) =>
      tx.insert(memberships).values({ userId: staff.userId, customerId: id, roles: ['requester'] }),
    );
    const change = { customerId: id, userId: staff.userId, roles: ['owner'] };
    expect(await staff.post('/api/desk/people/change-roles', change)).toMatchObject(refused);
    expect((await colleague.post('/api/desk/people/change-roles', change)).status).toBe(200);
  });

  test('people: invite, roles, remove, and the last owner stays', async () => {
    const { id } = await makeCustomer(database, 'People');
    const staff = await desk({ permissions: ['accounts'] });
    const email = 'Colleague@people.example';
    const post = (path: string, body: object) => staff.post(`/api/desk/people/${path}`, { customerId: id, ...body });
    expect((await post('invite', { email, roles: ['billing'] })).status).toBe(200);
    expect((await mailsTo(database, email.toLowerCase()))[0]).toMatchObject({ template: 'invitation' });
    const { body } = await staff.get(`/api/desk/people?customerId=${id}`);
    expect(body.members).toMatchObject([{ roles: ['owner'], hasSecondFactor: false, isLocked: false }]);
    expect(body.invitations).toMatchObject([{ email: email.toLowerCase(), roles: ['billing'], isExpired: false }]);
    const [owner] = body.members;
    expect((await post('change-roles', { userId: owner.userId, roles: ['billing'] })).body.error.code).toBe(
      'last_owner',
    );
    const second = await makeUser(database, { customerId: id, roles: ['requester'] });
    expect((await post('change-roles', { userId: second.userId, roles: ['owner'] })).status).toBe(200);
    expect((await post('remove', { userId: owner.userId })).status).toBe(200);
    expect((await post('remove', { userId: owner.userId })).status).toBe(404);
    expect((await post('withdraw-invitation', { id: body.invitations[0].id })).status).toBe(200);
    expect((await post('withdraw-invitation', { id: body.invitations[0].id })).status).toBe(404);
    // A record of another customer.
    expect((await post('remove', { userId: customer.userId })).status).toBe(404);
    expect(
      (await staff.post('/api/desk/people/invite', { customerId: randomUUID(), email, roles: ['owner'] })).status,
    ).toBe(404);
    expect((await portal(second).get('/api/portal/customers/current')).body.name).toBe('People');
    const [removed] = await eventsOf('user.unlinked', `user:${owner.userId}`);
    expect(removed).toMatchObject({ actor: 'staff', userId: staff.userId, customer: id });
  });

  test('a lost second factor: needs a confirmation and a reason, never for staff', async () => {
    const { id } = await makeCustomer(database, 'Lost');
    const user = await makeUser(database, { customerId: id });
    await asOperator(database, async (tx) => {
      await tx.insert(twoFactors).values({ userId: user.userId, secret: 's', backupCodes: '[]', verified: true });
      await tx.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, user.userId));
    });
    const staff = await desk({ permissions: ['accounts'] });
    const remove = (userId: string, reason = 'called back on the number of the contract') =>
      staff.post('/api/desk/people/remove-factors', { customerId: id, userId, reason });
    const confirmedAt = (authenticatedAt: Date) =>
      database.orm.update(sessions).set({ authenticatedAt }).where(eq(sessions.token, staff.token));
    await confirmedAt(new Date(Date.now() - 3_600_000));
    expect((await remove(user.userId)).body.error.code).toBe('confirmation_required');
    await confirmedAt(new Date());
    expect((await remove(user.userId, '')).status).toBe(400);
    expect((await remove(customer.userId)).status).toBe(404);
    const colleague = await makeStaff(database);
    expect((await remove(colleague.userId)).status).toBe(404);
    expect((await remove(user.userId)).status).toBe(200);
    expect(await database.orm.select().from(twoFactors).where(eq(twoFactors.userId, user.userId))).toEqual([]);
    expect((await portal(user).get('/api/portal/records/counts')).status).toBe(401);
    expect((await mailsTo(database, user.email))[0]).toMatchObject({ template: 'factors-removed' });
  });
});

describeApi(({ database, api, customer }) => {
  const { desk, makeTicket } = setUpDesk(database, api);

  test('what is late is what was due before today of the unpaid invoices, in the list, on the page and beside a ticket', async () => {
    const { id: customerId } = await makeCustomer(database, 'Late');
    // Two days, as it may be another day in Nice.
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await asOperator(database, (tx) =>
      tx.insert(invoices).values([
        { customerId, number: 'F-1', amount: '1250.50', dueDate: inDays(-2), status: 'pending' },
        { customerId, number: 'F-2', amount: '100', dueDate: inDays(-90), status: 'overdue' },
        { customerId, number: 'F-3', amount: '7', dueDate: inDays(-90), status: 'paid' },
        { customerId, number: 'F-4', amount: '9', dueDate: inDays(2), status: 'pending' },
        { customerId, number: 'F-5', amount: '11', status: 'pending' },
        { customerId: customer.id, number: 'F-6', amount: '13', dueDate: inDays(-2), status: 'pending' },
      ]),
    );
    const ticket = await makeTicket(customerId);
    const staff = await desk({ permissions: ['support'] });
    const owed = { totalOutstanding: '1370.50', totalOverdue: '1350.50' };
    for (const list of ['?q=late', ''])
      expect((await staff.get(`/api/desk/customers${list}`)).body.items).toContainEqual(expect.objectContaining(owed));
    expect((await staff.get(`/api/desk/customers/detail?id=${customerId}`)).body).toMatchObject(owed);
    expect((await staff.get(`/api/desk/tickets/detail?id=${ticket.id}`)).body.customer).toMatchObject(owed);
  });
});
