import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contracts } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { maxTags } from '#contract/limits.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

interface Item {
  kind: string;
  event?: string;
  details?: object;
}

describeApi(({ database, api, customer }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);
  const change = (staff: Awaited<ReturnType<typeof desk>>, ticket: { id: string; version: number }, more: object) =>
    staff.post('/api/desk/tickets/change', { id: ticket.id, version: ticket.version, ...more });
  const eventsIn = (items: Item[]) =>
    items.flatMap(({ kind, event, details }) => (kind === 'event' ? [{ event, details }] : []));

  test('priority and subject are changed as events that the customer sees, without marking the ticket as read', async () => {
    const ticket = await makeTicket(customer.id, { unreadSince: new Date().toISOString() });
    const staff = await desk({ permissions: ['support'] });
    const { status, body } = await change(staff, ticket, { priority: 'urgent', subject: '  Printer on fire ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ priority: 'urgent', subject: 'Printer on fire', version: 3 });
    expect(body.unreadSince).not.toBeNull();
    const seen = await portal(customer).get(`/api/portal/tickets/thread?id=${ticket.id}`);
    expect(eventsIn(seen.body.items)).toEqual([
      { event: 'priority_changed', details: { from: 'medium', to: 'urgent' } },
      { event: 'subject_changed', details: { from: 'Printer', to: 'Printer on fire' } },
    ]);
    const entity = `ticket:${ticket.id}`;
    expect(await eventsOf('ticket.priority_changed', entity)).toMatchObject([
      { actor: 'staff', userId: staff.userId, details: { from: 'medium', to: 'urgent' } },
    ]);
    // It may name people.
    expect(await eventsOf('ticket.subject_changed', entity)).toMatchObject([{ details: {} }]);
    const same = await change(staff, body, { priority: 'urgent', subject: 'Printer on fire' });
    expect(same.body.version).toBe(3);
    for (const bad of [{ priority: 'whenever' }, { subject: ' \u200b ' }, { subject: 'x'.repeat(201) }, { tags: [] }])
      expect((await change(staff, body, bad)).status).toBe(400);
    expect((await change(staff, ticket, { subject: 'Other' })).status).toBe(409);
  });

  test('an urgent ticket under a contract around the clock gets that calendar, with the time that is left', async () => {
    const { id } = await makeCustomer(database, 'Continuous');
    await asOperator(database, (tx) =>
      tx.insert(contracts).values({ customerId: id, contractNumber: 'C-1', title: 'C', urgentAroundTheClock: true }),
    );
    const ticket = await makeTicket(id, {
      slaState: 'running',
      slaCalendar: 'office',
      firstResponseDueAt: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString(),
    });
    const staff = await desk({ permissions: ['support'] });
    const { body } = await change(staff, ticket, { priority: 'urgent' });
    expect(body.slaCalendar).toBe('continuous');
    expect(body.firstResponseDueAt < String(ticket.firstResponseDueAt)).toBe(true);
    const back = await change(staff, body, { priority: 'low' });
    expect(back.body.slaCalendar).toBe('office');
  });

  test('tags have one spelling, take no version, and customers see neither them nor their events', async () => {
    const ticket = await makeTicket(customer.id);
    const other = await makeTicket(customer.id);
    const staff = await desk({ permissions: ['support'] });
    const first = await change(staff, ticket, { addTags: ['Réseau', 'vpn', 'VPN'] });
    expect(first).toMatchObject({ status: 200, body: { tags: ['Réseau', 'vpn'], version: 1 } });
    const second = await change(staff, other, { addTags: ['RESEAU', 'Vpn'] });
    expect(second.body.tags).toEqual(['Réseau', 'vpn']);
    const removed = await change(staff, ticket, { removeTags: ['reseau', 'never had'], addTags: ['vpn'] });
    expect(removed.body).toMatchObject({ tags: ['vpn'], version: 1 });
    const at = await Promise.all(['x', 'y'].map((tag) => change(staff, ticket, { addTags: [tag] })));
    expect(at.map(({ status }) => status)).toEqual([200, 200]);
    const list = await staff.get('/api/desk/tickets?tag=RÉSEAU');
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([other.id]);
    expect((await staff.get('/api/desk/tickets?tag=none')).body.items).toEqual([]);
    expect((await staff.get('/api/desk/tags')).body.tags).toEqual(['Réseau', 'vpn', 'x', 'y']);
    const thread = await staff.get(`/api/desk/tickets/thread?id=${ticket.id}&after=1`);
    expect(eventsIn(thread.body.items)).toEqual([
      { event: 'tags_changed', details: { added: ['Réseau', 'vpn'], removed: [] } },
      { event: 'tags_changed', details: { added: [], removed: ['Réseau'] } },
      ...['x', 'y'].map(() => ({ event: 'tags_changed', details: expect.anything() })),
    ]);
    expect(await eventsOf('ticket.tags_changed', `ticket:${other.id}`)).toMatchObject([
      { details: { added: 'Réseau, vpn', removed: '' } },
    ]);
    const seen = [
      await portal(customer).get(`/api/portal/tickets/thread?id=${ticket.id}`),
      await portal(customer).get(`/api/portal/tickets/detail?id=${ticket.id}`),
      await portal(customer).get('/api/portal/tickets?q=vpn'),
    ];
    expect(seen[0]?.body.items).toEqual([]);
    expect(seen[2]).toMatchObject({ status: 200, body: { items: [] } });
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toMatch(/vpn|tags/);
  });

  test('a ticket has at most 20 tags, and there are at most 500; names that no ticket has make room', async () => {
    const ticket = await makeTicket(customer.id);
    const staff = await desk({ permissions: ['support'] });
    const twenty = Array.from({ length: 20 }, (_, nth) => `of ${nth}`);
    const full = await change(staff, ticket, { addTags: twenty });
    expect(full.body.tags).toHaveLength(20);
    const code = { status: 409, body: { error: { code: 'too_many_tags' } } };
    expect(await change(staff, ticket, { addTags: ['one more'] })).toMatchObject(code);
    expect((await change(staff, ticket, { addTags: ['again'], removeTags: ['of 1'] })).body.tags).toHaveLength(20);
    for (const bad of [[''], [' \u2060'], ['x'.repeat(41)], [...twenty, 'more']])
      expect((await change(staff, ticket, { addTags: bad })).status).toBe(400);
    await asOperator(database, async (tx) => {
      await tx.execute(sql`INSERT INTO tags (name) SELECT 'unused ' || n FROM generate_series(1, ${maxTags}) AS n`);
    });
    expect((await change(staff, ticket, { addTags: ['a new one'], removeTags: ['of 2'] })).status).toBe(200);
    expect((await staff.get('/api/desk/tags')).body.tags.length).toBeLessThan(100);
    // The last places are taken by names of one change: it keeps all of them.
    const ten = twenty.slice(10).map((name) => `more ${name}`);
    await asOperator(database, async (tx) => {
      await tx.execute(
        sql`INSERT INTO tags (name) SELECT 'spare ' || n FROM generate_series(1, ${maxTags} - 5 - (SELECT count(*)::int FROM tags)) AS n`,
      );
    });
    const other = await makeTicket(customer.id);
    expect((await change(staff, other, { addTags: ten })).body.tags).toEqual(ten.toSorted());
    await asOperator(database, async (tx) => {
      await tx.execute(sql`INSERT INTO tags (name) SELECT 'used ' || n FROM generate_series(1, ${maxTags}) AS n`);
      await tx.execute(
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, tags) SELECT ${customer.id}, 'TKT-7' || n, 'S', 'D', ARRAY['used ' || n] FROM generate_series(1, ${maxTags}) AS n`,
      );
    });
    expect(await change(staff, ticket, { addTags: ['too much'], removeTags: ['of 3'] })).toMatchObject({
      status: 409,
      body: { error: { code: 'tag_vocabulary_full' } },
    });
    expect((await change(staff, ticket, { addTags: ['USED 7'], removeTags: ['of 3'] })).body.tags).toContain('used 7');
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM tags WHERE name LIKE 'used %'`));
  });

  test('one change for many tickets says which of them were not changed, and why', async () => {
    const { id: customerId } = await makeCustomer(database, 'Bulk');
    const staff = await desk({ permissions: ['support'] });
    const tickets = [];
    for (let nth = 0; nth < 6; nth += 1) tickets.push(await makeTicket(customerId, { subject: `Bulk ${nth}` }));
    const [one, two, three, ...rest] = tickets;
    if (one === undefined || two === undefined || three === undefined) throw new Error('no tickets');
    await change(staff, two, { status: 'in_progress' });
    const all = [...tickets, { id: randomUUID(), version: 1 }].map(({ id, version }) => ({ id, version }));
    const changed = await staff.post('/api/desk/tickets/change-many', {
      tickets: all,
      change: { assigneeId: staff.userId, priority: 'high', addTags: ['bulk'] },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.results).toMatchObject([
      { id: one.id, outcome: 'done', ticket: { priority: 'high', tags: ['bulk'], status: 'in_progress' } },
      { id: two.id, outcome: 'changed_meanwhile', ticket: { priority: 'medium', status: 'in_progress', tags: [] } },
      ...[three, ...rest].map(({ id }) => ({ id, outcome: 'done' })),
      { outcome: 'not_found', ticket: null },
    ]);
    const now = changed.body.results.slice(0, 6).map(({ ticket }: { ticket: { id: string; version: number } }) => ({
      id: ticket.id,
      version: ticket.version,
    }));
    const foreign = await makeTicket(customer.id);
    const merge = { intoId: one.id, addPeople: false };
    const merged = await staff.post('/api/desk/tickets/change-many', {
      tickets: [...now, { id: foreign.id, version: 1 }],
      change: { merge },
    });
    // The ticket that the others are merged into is left out.
    expect(merged.body.results).toMatchObject([
      ...[two, three, ...rest].map(({ id }) => ({ id, outcome: 'done', ticket: { status: 'closed' } })),
      { id: foreign.id, outcome: 'not_allowed', ticket: null, reason: 'invalid_request' },
    ]);
    const many = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID(), version: 1 }));
    for (const bad of [
      { tickets: [], change: { status: 'open' } },
      { tickets: many(201), change: { status: 'open' } },
      { tickets: [now[0], now[0]], change: { status: 'open' } },
      { tickets: now, change: {} },
      { tickets: now, change: { merge, status: 'open' } },
      { tickets: now, change: { subject: 'all the same' } },
    ])
      expect((await staff.post('/api/desk/tickets/change-many', bad)).status).toBe(400);
    const none = await staff.post('/api/desk/tickets/change-many', { tickets: many(200), change: { status: 'open' } });
    expect(new Set(none.body.results.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
      new Set(['not_found']),
    );
    const sales = await desk({ permissions: ['sales'] });
    expect(
      (await sales.post('/api/desk/tickets/change-many', { tickets: now, change: { status: 'open' } })).status,
    ).toBe(403);
    expect((await sales.get('/api/desk/tags')).status).toBe(403);
  });
});
