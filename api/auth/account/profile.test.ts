import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, makeUser, mailsTo, tokenIn } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';

const profile = '/api/auth/profile';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, authFlows }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  beforeAll(async () => {
    notifications = await startNotifications(database);
  });
  afterAll(() => notifications.close());

  test('a name replaces the email address in conversations, lists of people and mails', async () => {
    const owner = await makeCustomer(database, 'Named');
    const visitor = portal(owner);
    expect((await visitor.get(profile)).body).toEqual({ email: owner.email, name: null });
    const ticket = (await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D' })).body;
    const names = async () => ({
      card: (await visitor.get(`/api/portal/tickets/detail?id=${ticket.id}`)).body.author,
      people: (await visitor.get('/api/portal/people')).body.members[0],
      colleagues: (await visitor.get('/api/portal/colleagues')).body.colleagues[0],
    });
    const { userId, email } = owner;
    const expected = (name: string) => ({
      card: { userId, email, name, isYou: true },
      people: expect.objectContaining({ email, name }),
      colleagues: { userId, email, name },
    });
    expect(await names()).toEqual(expected(email));
    const name = 'Claire  Montauban';
    expect((await visitor.post(profile, { name: ` ${name}\u00ad ` })).body).toEqual({ email, name });
    await visitor.post(profile, { name });
    expect(await names()).toEqual(expected(name));
    expect((await eventsOf('account.name_changed')).filter((event) => event.userId === userId)).toHaveLength(1);

    const colleague = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
    await visitor.post('/api/portal/tickets/add-watcher', { id: ticket.id, email: colleague.email });
    await visitor.post('/api/portal/tickets/reply', { id: ticket.id, body: 'It is me.' });
    const mails = await notifications.after(91);
    expect(mails(colleague.email)[0]?.readable).toContain(`${name}, `);

    const staff = await desk({ permissions: ['support', 'accounts'] });
    expect((await staff.get(`/api/desk/tickets/detail?id=${ticket.id}`)).body.author).toMatchObject({ name, email });
    const { members } = (await staff.get(`/api/desk/people?customerId=${owner.id}`)).body;
    expect(members).toContainEqual(expect.objectContaining({ name, email }));
  });

  test.each(['', '   ', '\u200b', 'x'.repeat(101), 'claire@cabinet.example', 'a\0b', 'exe\u202etxt', 5, null])(
    'the name %j is rejected',
    async (name) => {
      const visitor = portal(await makeUser(database));
      expect((await visitor.post(profile, { name })).status).toBe(400);
      expect((await visitor.get(profile)).body.name).toBe(null);
    },
  );

  test('it is asked when an invitation is accepted', async () => {
    const owner = await makeCustomer(database, 'Inviting');
    const email = `invited.${owner.id}@cabinet.example`;
    await portal(owner).post('/api/portal/people/invite', { email, roles: ['billing'] });
    const [mail] = await mailsTo(database, email);
    const accept = (name: string) =>
      authFlows
        .newBrowser()
        .post('/api/auth/invitations/accept', { token: tokenIn(mail?.data.link), newPassword: 'a password', name });
    expect((await accept('a@b.example')).status).toBe(400);
    expect((await accept('Paul Ferrand')).status).toBe(200);
    const { members } = (await portal(owner).get('/api/portal/people')).body;
    expect(members).toContainEqual(expect.objectContaining({ email, name: 'Paul Ferrand' }));
  });
});
