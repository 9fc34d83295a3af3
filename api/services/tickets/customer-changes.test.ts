import { expect, test } from 'vitest';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal } = setUpDesk(database, api);
  const setUp = async () => {
    const owner = await makeCustomer(database, 'Changing');
    const visitor = portal(owner);
    const { body } = await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D', priority: 'low' });
    const change = (what: string, who = visitor) =>
      who.post('/api/portal/tickets/change', { id: body.id, change: what });
    return { owner, visitor, id: body.id as string, change };
  };

  test('a ticket that solved itself is closed, once, and can be reopened by a reply', async () => {
    const { visitor, id, change } = await setUp();
    const sent = await Promise.all([change('solved'), change('solved')]);
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({
      status: 'closed',
      canBecomeUrgent: false,
      sla: null,
    });
    expect((await visitor.post('/api/portal/tickets/reply', { id, body: 'It is back' })).body.ticket.status).toBe(
      'open',
    );
  });

  test('a customer says once that a ticket has become urgent', async () => {
    const { visitor, id, change } = await setUp();
    const before = (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
    const sent = await Promise.all([change('urgent'), change('urgent')]);
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const after = (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
    expect(after).toMatchObject({ priority: 'urgent', canBecomeUrgent: false, status: 'open' });
    expect(after.sla.dueAt <= before.sla.dueAt).toBe(true);
    const { items } = (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body;
    expect(items).toMatchObject([{ event: 'priority_changed', author: { kind: 'customer', isYou: true } }]);

    // Staff decide after that.
    const staff = await desk({ permissions: ['support'] });
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    expect((await staff.post('/api/desk/tickets/change', { id, version, priority: 'low' })).status).toBe(200);
    expect((await change('urgent')).status).toBe(409);
  });

  test('only those who see the ticket, and only these changes', async () => {
    const { owner, visitor, id, change } = await setUp();
    const requester = portal(await makeUser(database, { customerId: owner.id, roles: ['requester'] }));
    const stranger = portal(await makeCustomer(database, 'Elsewhere'));
    for (const who of [requester, stranger])
      for (const what of ['solved', 'urgent']) expect((await change(what, who)).status).toBe(404);
    expect((await change('resolved')).status).toBe(400);
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({
      status: 'open',
      priority: 'low',
    });
  });
});
