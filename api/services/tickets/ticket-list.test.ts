import { expect, test } from 'vitest';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal } = setUpDesk(database, api);

  const setUp = async () => {
    const owner = await makeCustomer(database, 'Readers');
    const requester = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
    const billing = await makeUser(database, { customerId: owner.id, roles: ['billing'] });
    const [boss, author, accountant] = [portal(owner), portal(requester), portal(billing)];
    const { id, version } = (await author.post('/api/portal/tickets', { subject: 'S', description: 'D' })).body;
    return { owner, requester, billing, boss, author, accountant, id: id as string, version };
  };
  type Visitor = ReturnType<typeof portal>;
  const list = async (visitor: Visitor, query = '') => (await visitor.get(`/api/portal/tickets${query}`)).body.items;
  const unread = async (visitor: Visitor) =>
    (await list(visitor)).map(({ isUnread }: { isUnread: boolean }) => isUnread);
  const card = async (visitor: Visitor, id: string) => (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;

  test('a reply is unread for those concerned until they have seen it, and their own never is', async () => {
    const { boss, author, id } = await setUp();
    const staff = await desk({ permissions: ['support'] });
    const reply = async (body: string) => {
      const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
      await staff.post('/api/desk/tickets/reply', { id, version, body, next: 'reply' });
    };
    expect(await unread(author)).toEqual([false]);
    await reply('Hello');
    expect(await unread(author)).toEqual([true]);
    // A colleague's ticket that the owner never opened.
    expect(await unread(boss)).toEqual([false]);

    const { version } = await card(author, id);
    const read = (visitor: Visitor, seen: number) => visitor.post('/api/portal/tickets/read', { id, version: seen });
    expect((await Promise.all([read(author, version), read(author, version - 1)])).map(({ status }) => status)).toEqual(
      [200, 200],
    );
    await read(boss, 2_147_483_647);
    expect([await unread(author), await unread(boss)]).toEqual([[false], [false]]);
    await author.post('/api/portal/tickets/reply', { id, body: 'Thank you' });
    expect([await unread(author), await unread(boss)]).toEqual([[false], [true]]);
    await reply('You are welcome');
    expect([await unread(author), await unread(boss)]).toEqual([[true], [true]]);
    expect(await list(author, '?q=S&status=in_progress')).toMatchObject([{ id, isUnread: true }]);
  });

  test('the list names the requester and the last activity', async () => {
    const { boss, author, requester, id } = await setUp();
    await author.post('/api/auth/profile', { name: 'Nadia Benali' });
    const [before] = await list(boss);
    expect(before).toMatchObject({ requesterName: 'Nadia Benali', isForYou: false, lastActivityAt: before.createdAt });
    expect(await list(author)).toMatchObject([{ isForYou: true }]);
    await author.post('/api/portal/tickets/reply', { id, body: 'More' });
    const [after] = await list(boss);
    expect(after.lastActivityAt > after.createdAt).toBe(true);
    await boss.post('/api/portal/tickets', { subject: 'For her', description: 'D', requestedFor: requester.email });
    expect((await list(boss))[0]).toMatchObject({ subject: 'For her', requesterName: 'Nadia Benali', isForYou: false });
  });

  test('only what can be seen can be read, and only with a version', async () => {
    const { author, accountant, id } = await setUp();
    const stranger = portal(await makeCustomer(database, 'Elsewhere'));
    for (const visitor of [stranger, accountant])
      expect((await visitor.post('/api/portal/tickets/read', { id, version: 1 })).status).toBe(404);
    for (const version of [-1, 1.5, '1', 3_000_000_000])
      expect((await author.post('/api/portal/tickets/read', { id, version })).status).toBe(400);
  });

  test('a billing contact asks about billing, and sees own tickets only', async () => {
    const { owner, boss, author, accountant, billing, id } = await setUp();
    expect(await list(accountant)).toEqual([]);
    const asked = await accountant.post('/api/portal/tickets', { subject: 'Invoice 12', description: 'Why?' });
    expect([asked.status, asked.body.topic]).toEqual([201, 'billing']);
    expect((await list(accountant)).map(({ subject }: { subject: string }) => subject)).toEqual(['Invoice 12']);
    expect((await list(author)).map((ticket: { id: string }) => ticket.id)).toEqual([id]);
    expect((await list(boss)).map(({ topic }: { topic: string }) => topic)).toEqual(['billing', 'support']);
    const routes = ['detail', 'thread', 'files'].map((name) => `/api/portal/tickets/${name}?id=${id}`);
    for (const route of routes) expect((await accountant.get(route)).status).toBe(404);
    expect((await accountant.post('/api/portal/tickets/reply', { id, body: 'Hello' })).status).toBe(404);
    expect((await accountant.get('/api/portal/licenses')).status).toBe(403);
    expect((await accountant.get('/api/portal/colleagues')).status).toBe(403);
    expect((await accountant.get('/api/portal/records/counts')).body).toMatchObject({ openTickets: 1 });

    // Opened for them, and a reply, work as for everybody.
    const { body } = await boss.post('/api/portal/tickets', {
      subject: 'For Paul',
      description: 'D',
      requestedFor: billing.email,
    });
    expect((await accountant.post('/api/portal/tickets/reply', { id: body.id, body: 'Here' })).status).toBe(201);
    const both = await makeUser(database, { customerId: owner.id, roles: ['billing', 'requester'] });
    const other = await portal(both).post('/api/portal/tickets', { subject: 'Printer', description: 'D' });
    expect(other.body.topic).toBe('support');
  });
});
