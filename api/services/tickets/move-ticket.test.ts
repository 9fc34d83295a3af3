import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);
  const upload = async (cookie: string, id: string, side: 'portal' | 'desk', name: string) => {
    const response = await api.request(`/api/${side}/tickets/file?id=${id}&name=${name}`, {
      method: 'PUT',
      headers: { Cookie: cookie, Origin: siteUrl, 'Content-Type': 'application/octet-stream' },
      body: `content of ${name}`,
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: string }).id;
  };

  test('after a move the old customer sees nothing, and the new one everything but what is internal', async () => {
    const [old, other] = [await makeCustomer(database, 'Old'), await makeCustomer(database, 'New')];
    const both = await makeUser(database, { customerId: other.id, roles: ['requester'] });
    const staff = await desk({ permissions: ['support'] });
    const ticket = await makeTicket(old.id, { authorId: old.userId, requesterId: old.userId, subject: 'Misplaced' });
    const followUp = await makeTicket(old.id, { followsTicketId: ticket.id });
    const ofCustomer = portal(old);
    const fileId = await upload(old.cookie, ticket.id, 'portal', 'a.txt');
    const replied = await ofCustomer.post('/api/portal/tickets/reply', {
      id: ticket.id,
      body: 'Hello',
      fileIds: [fileId],
    });
    expect(replied.status).toBe(201);
    const noteFile = await upload(staff.cookie, ticket.id, 'desk', 'b.txt');
    await staff.post('/api/desk/tickets/add-note', { id: ticket.id, body: 'SECRET', fileIds: [noteFile] });
    const draft = await upload(old.cookie, ticket.id, 'portal', 'draft.txt');
    await asOperator(database, async (tx) => {
      await tx.execute(
        sql`INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES (${ticket.id}, ${old.id}, ${old.userId}), (${ticket.id}, ${old.id}, ${both.userId})`,
      );
      await tx.execute(
        sql`INSERT INTO reply_tokens (token_hash, ticket_id, user_id, expires_at) VALUES (${randomUUID().padEnd(43, 'x')}, ${ticket.id}, ${old.userId}, 'infinity')`,
      );
    });
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${ticket.id}`)).body;
    const move = { id: ticket.id, version, customerId: other.id };
    expect((await staff.post('/api/desk/tickets/move', { ...move, version: version - 1 })).status).toBe(409);
    expect((await staff.post('/api/desk/tickets/move', { ...move, customerId: randomUUID() })).status).toBe(404);
    const sales = await desk({ permissions: ['sales'] });
    expect((await sales.post('/api/desk/tickets/move', move)).status).toBe(403);
    const at = await Promise.all([1, 2].map(() => staff.post('/api/desk/tickets/move', move)));
    expect(at.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
    expect(at.find(({ status }) => status === 200)?.body).toMatchObject({ customerId: other.id, customerName: 'New' });

    const paths = [
      `/api/portal/tickets/detail?id=${ticket.id}`,
      `/api/portal/tickets/thread?id=${ticket.id}`,
      `/api/portal/tickets/files?id=${ticket.id}`,
      `/api/portal/tickets/file?id=${fileId}`,
      `/api/portal/tickets/file?id=${draft}`,
    ];
    for (const path of paths) expect((await ofCustomer.get(path)).status, path).toBe(404);
    const listed = await ofCustomer.get('/api/portal/tickets?q=Misplaced');
    expect(listed.body.items).toEqual([]);
    const related = await ofCustomer.get(`/api/portal/tickets/detail?id=${followUp.id}`);
    expect(related.body).toMatchObject({ follows: null });
    expect((await ofCustomer.post('/api/portal/tickets/reply', { id: ticket.id, body: 'Still there?' })).status).toBe(
      404,
    );

    const card = await portal(other).get(paths[0] ?? '');
    expect(card.body).toMatchObject({
      subject: 'Misplaced',
      requester: null,
      watchers: [{ userId: both.userId }],
      followedBy: [],
    });
    const thread = await portal(other).get(paths[1] ?? '');
    expect(thread.body.items).toMatchObject([{ body: 'Hello' }, { event: 'customer_changed', details: {} }]);
    const file = await api.request(paths[3] ?? '', { headers: { Cookie: other.cookie } });
    expect(await file.text()).toBe('content of a.txt');
    expect((await portal(other).get(`/api/portal/tickets/file?id=${noteFile}`)).status).toBe(404);
    expect(JSON.stringify([card.body, thread.body])).not.toMatch(/SECRET|"Old"/);
    const internal = await staff.get(`/api/desk/tickets/thread?id=${ticket.id}`);
    expect(internal.body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'note', body: 'SECRET' }),
        expect.objectContaining({ event: 'moved_from', details: { customerName: 'Old' } }),
      ]),
    );
    const noted = await api.request(`/api/desk/tickets/file?id=${noteFile}`, { headers: { Cookie: staff.cookie } });
    expect(await noted.text()).toBe('content of b.txt');
    expect(await eventsOf('ticket.customer_changed', `ticket:${ticket.id}`)).toMatchObject([
      { details: { from: `customer:${old.id}`, to: `customer:${other.id}` } },
    ]);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT FROM reply_tokens WHERE ticket_id = ${ticket.id}`),
    );
    expect(rows).toEqual([]);
  });

  test('a ticket that was merged stays, and so does the one it was merged into', async () => {
    const [old, other] = [await makeCustomer(database, 'Merged'), await makeCustomer(database, 'Not merged')];
    const staff = await desk({ permissions: ['support'] });
    const [one, two] = [await makeTicket(old.id), await makeTicket(old.id)];
    const merged = await staff.post('/api/desk/tickets/merge', {
      id: one.id,
      version: 1,
      intoId: two.id,
      addPeople: false,
    });
    expect(merged.status).toBe(200);
    for (const { id } of [one, two]) {
      const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
      const rejected = await staff.post('/api/desk/tickets/move', { id, version, customerId: other.id });
      expect(rejected).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    }
  });

  test('a reply does everything of a macro in one request, and never with a variable that was not filled in', async () => {
    const customer = await makeCustomer(database, 'Macro');
    const [staff, colleague] = [await desk({ permissions: ['support'] }), await desk({ permissions: ['support'] })];
    const ticket = await makeTicket(customer.id, { assigneeId: colleague.userId });
    const macro = {
      title: 'Résolu VPN',
      body: 'Bonjour {{demandeur}}',
      next: 'resolve',
      priority: 'low',
      tags: ['vpn'],
      assignToMe: true,
    };
    const saved = await staff.post('/api/desk/canned-replies', macro);
    expect(saved).toMatchObject({ status: 201, body: macro });
    const unknown = await staff.post('/api/desk/canned-replies', { title: 'Wrong', body: 'Bonjour {{nom}}' });
    expect(unknown.status).toBe(400);
    expect(JSON.stringify(unknown.body)).toContain('{{nom}}');
    const { id, version } = saved.body;
    const changed = await staff.post('/api/desk/canned-replies/change', {
      id,
      version,
      title: 'Plain',
      body: 'Bonjour',
    });
    expect(changed.body).toMatchObject({ next: null, priority: null, tags: [], assignToMe: false });
    const reply = { id: ticket.id, version: 1, next: 'resolve', priority: 'low', addTags: ['vpn'], assignToMe: true };
    const unfilled = await staff.post('/api/desk/tickets/reply', { ...reply, body: 'Bonjour {{demandeur}}' });
    expect(unfilled.status).toBe(400);
    expect(JSON.stringify(unfilled.body)).toContain('{{demandeur}}');
    const sent = await staff.post('/api/desk/tickets/reply', { ...reply, body: 'Bonjour Ada' });
    expect(sent).toMatchObject({
      status: 201,
      body: { ticket: { status: 'resolved', priority: 'low', tags: ['vpn'], assigneeId: staff.userId } },
    });
    const full = Array.from({ length: 20 }, (_, nth) => `t${nth}`);
    const rejected = await staff.post('/api/desk/tickets/reply', {
      id: ticket.id,
      version: sent.body.ticket.version,
      body: 'Not sent',
      addTags: full,
    });
    expect(rejected).toMatchObject({ status: 409, body: { error: { code: 'too_many_tags' } } });
    const thread = await portal(customer).get(`/api/portal/tickets/thread?id=${ticket.id}`);
    const bodies = thread.body.items.flatMap(({ body }: { body?: string }) => (body === undefined ? [] : [body]));
    expect(bodies).toEqual(['Bonjour Ada']);
  });
});
