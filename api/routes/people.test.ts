import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '#main/admin/audit.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { memberships } from '#api/db/schema.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { type ApiResponse, type Browser, makeCustomer, makeUser, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

let serial = 0;
const outcome = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];

describeApi(({ database, authFlows }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let owner: Browser;

  beforeEach(async () => {
    ours = await makeCustomer(database, `Cabinet ${(serial += 1)}`);
    owner = authFlows.newBrowser(ours.cookie);
  });

  const member = async (...roles: CustomerRole[]) => {
    const made = await makeUser(database, { customerId: ours.id, roles, password });
    return { ...made, browser: authFlows.newBrowser(made.cookie) };
  };
  const people = async () => (await owner.get('/api/portal/people')).body;
  const session = async (visitor: Browser) => (await visitor.get('/api/auth/session')).body;
  const statuses = async (visitor: Browser, ...lists: string[]) =>
    Promise.all(lists.map(async (list) => (await visitor.get(`/api/portal/${list}`)).status));
  const eventsOf = async (customer: string) => {
    const client = await database.pool.connect();
    try {
      await client.query('RESET ROLE; BEGIN; SET LOCAL ROLE portal_operator');
      return await listAuditEvents(client, { customer, limit: 20 });
    } finally {
      await client.query('ROLLBACK; SET ROLE portal_app');
      client.release();
    }
  };

  test('a change of roles and a removal take effect with the next request', async () => {
    const { userId, browser } = await member('billing');
    const change = (roles: CustomerRole[]) => owner.post('/api/portal/people/change-roles', { userId, roles });
    expect(await statuses(browser, 'invoices', 'licenses')).toEqual([200, 403]);
    expect(outcome(await change(['technical']))).toEqual([200, 'ok']);
    expect(await statuses(browser, 'invoices', 'licenses')).toEqual([403, 200]);
    expect(outcome(await owner.post('/api/portal/people/remove', { userId }))).toEqual([200, 'ok']);
    expect(outcome(await browser.get('/api/portal/customers/current'))).toEqual([404, 'not_linked']);
    expect((await browser.get('/api/portal/licenses')).body.items).toEqual([]);
    expect(await session(browser)).toMatchObject({ customerId: null, memberships: [] });
    expect(outcome(await owner.post('/api/portal/people/remove', { userId }))).toEqual([404, 'not_found']);
    expect(outcome(await change(['billing']))).toEqual([404, 'not_found']);

    const events = await eventsOf(ours.id);
    expect(events.map(({ event, actor, entity, details }) => ({ event, actor, entity, details }))).toEqual([
      { event: 'user.unlinked', actor: 'user', entity: `user:${userId}`, details: {} },
      { event: 'user.roles_changed', actor: 'user', entity: `user:${userId}`, details: { roles: 'technical' } },
    ]);
  });

  test('a removed user with another customer continues there', async () => {
    const theirs = await makeCustomer(database, 'Atlas');
    const { userId, browser } = await member('billing');
    await asOperator(database, (tx) =>
      tx.insert(memberships).values({ userId, customerId: theirs.id, roles: ['requester'] }),
    );
    await browser.post('/api/portal/customers/switch', { customerId: ours.id });
    await owner.post('/api/portal/people/remove', { userId });
    expect((await browser.get('/api/portal/customers/current')).body).toMatchObject({ id: theirs.id });
  });

  test('a change that names the customer of its screen changes no other', async () => {
    const theirs = await makeCustomer(database, 'Atlas');
    const { userId, browser } = await member('owner');
    const roles: CustomerRole[] = ['owner'];
    const colleague = await member('billing');
    await asOperator(database, (tx) =>
      tx.insert(memberships).values([
        { userId, customerId: theirs.id, roles },
        { userId: colleague.userId, customerId: theirs.id, roles: ['billing'] },
      ]),
    );
    await browser.post('/api/portal/customers/switch', { customerId: ours.id });
    const ticket = { subject: 'For Cabinet', description: 'Only for them.' };
    const sendAll = async (customerId: string) => {
      const header = { 'Customer-Id': customerId };
      const invited = { email: `new-${(serial += 1)}@cabinet.example`, roles: ['billing'] };
      const change = { userId: colleague.userId, roles: ['technical'] };
      return [
        outcome(await browser.post('/api/portal/tickets', ticket, header)),
        outcome(await browser.post('/api/portal/people/invite', invited, header)),
        outcome(await browser.post('/api/portal/people/change-roles', change, header)),
        outcome(await browser.post('/api/portal/people/remove', { userId: colleague.userId }, header)),
      ];
    };
    expect(outcome(await browser.post('/api/portal/tickets', ticket, { 'Customer-Id': 'x' }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await sendAll(ours.id)).toEqual([[201, 'open'], ...Array.from({ length: 3 }, () => [200, 'ok'])]);

    await owner.post('/api/portal/people/remove', { userId });
    expect((await browser.get('/api/portal/customers/current')).body).toMatchObject({ id: theirs.id });
    expect(await sendAll(ours.id)).toEqual(Array.from({ length: 4 }, () => [409, 'customer_changed']));
    expect((await browser.get('/api/portal/tickets')).body.items).toEqual([]);
    const { members, invitations } = (await browser.get('/api/portal/people')).body;
    expect(members).toHaveLength(3);
    expect(invitations).toEqual([]);
    expect(await sendAll(theirs.id)).toEqual([[201, 'open'], ...Array.from({ length: 3 }, () => [200, 'ok'])]);
  });

  describe('the last owner', () => {
    test('stays', async () => {
      const { userId } = ours;
      await member('billing');
      for (const change of [
        owner.post('/api/portal/people/remove', { userId }),
        owner.post('/api/portal/people/change-roles', { userId, roles: ['billing'] }),
      ])
        expect(outcome(await change)).toEqual([409, 'last_owner']);
      expect((await owner.get('/api/portal/people')).status).toBe(200);
    });

    test.each(['leaving', 'removing each other'])('of two %s at once, one stays', async (how) => {
      const second = await member('owner');
      const remove = (by: Browser, userId: string) => by.post('/api/portal/people/remove', { userId });
      const [first, last] = how === 'leaving' ? [ours.userId, second.userId] : ([second.userId, ours.userId] as const);
      const responses = await Promise.all([remove(owner, first), remove(second.browser, last)]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await Promise.all([owner, second.browser].map((one) => one.get('/api/portal/people')));
      expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });

  test('only a recently confirmed owner changes people; others are refused before they are asked', async () => {
    const { userId, browser } = await member('billing', 'technical', 'requester');
    await database.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
    const changes = {
      invite: { email: 'new@cabinet.example', roles: ['owner'] },
      'resend-invitation': { id: userId },
      'withdraw-invitation': { id: userId },
      'change-roles': { userId, roles: ['owner'] },
      remove: { userId: ours.userId },
    };
    for (const [path, body] of Object.entries(changes)) {
      expect(outcome(await owner.post(`/api/portal/people/${path}`, body))).toEqual([403, 'confirmation_required']);
      expect(outcome(await browser.post(`/api/portal/people/${path}`, body))).toEqual([403, 'forbidden']);
    }
    expect((await people()).members).toHaveLength(2);
  });

  test('a requester sees and finds their own tickets only, and two users may use the same idempotency key', async () => {
    const { browser } = await member('requester');
    const open = (from: Browser, subject: string) =>
      from.post('/api/portal/tickets', { subject, description: 'D' }, { 'Idempotency-Key': 'the-same' });
    for (let at = 0; at < 2; at += 1) expect((await open(owner, 'Printer of the boss')).status).toBe(201);
    const own = await open(browser, 'Printer of mine');
    expect([own.status, own.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    for (const query of ['', '?q=printer', '?q=printer&count=true&limit=1', '?status=open&sort=subject']) {
      const { body } = await browser.get(`/api/portal/tickets${query}`);
      expect(body.items).toMatchObject([{ subject: 'Printer of mine' }]);
    }
    expect((await browser.get('/api/portal/tickets?q=boss&count=true')).body).toMatchObject({ items: [], total: 0 });
    expect((await browser.get('/api/portal/records/counts')).body).toEqual({ openTickets: 1 });
    expect(Object.keys((await browser.get('/api/portal/records/overview')).body)).toEqual(['waitingTickets']);
    expect((await owner.get('/api/portal/tickets')).body.items).toHaveLength(2);
  });

  test('risk and balance are absent for those who may not see invoices', async () => {
    const { browser } = await member('technical');
    const { body } = await browser.get('/api/portal/customers/current');
    expect(body).toMatchObject({ id: ours.id, name: expect.any(String) });
    expect(Object.keys(body)).not.toContain('risk');
    expect(Object.keys(body)).not.toContain('totalOutstanding');
    expect(Object.keys((await browser.get('/api/portal/records/overview')).body)).toEqual([
      'endingLicenses',
      'waitingTickets',
    ]);
    expect((await owner.get('/api/portal/customers/current')).body).toMatchObject({
      risk: 'low',
      totalOutstanding: '0.00',
    });
  });

  test('the active customer survives a change of the password and of the second factor', async () => {
    const theirs = await makeCustomer(database, 'Atlas');
    const { userId, email } = await member('owner');
    await asOperator(database, (tx) =>
      tx.insert(memberships).values({ userId, customerId: theirs.id, roles: ['billing'] }),
    );
    const person = authFlows.newBrowser();
    await authFlows.signIn(person, email);
    expect((await session(person)).customerId).toBe(ours.id);
    await person.post('/api/portal/customers/switch', { customerId: theirs.id });
    const changed = await person.post('/api/auth/password/change', {
      currentPassword: password,
      newPassword: 'another of mine',
    });
    expect(changed.status).toBe(200);
    expect((await session(person)).customerId).toBe(theirs.id);
    expect((await person.post('/api/auth/totp/start')).status).toBe(200);
    expect((await session(person)).customerId).toBe(theirs.id);
  });
});
