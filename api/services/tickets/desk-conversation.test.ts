import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { type Browser, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ engine, database, api, customer }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  const visitor = portal(customer);
  let first: Awaited<ReturnType<typeof desk>>;
  let second: Awaited<ReturnType<typeof desk>>;

  beforeAll(async () => {
    first = await desk({ permissions: ['support'] });
    second = await desk({ permissions: ['support'] });
  });

  const open = async (who: Browser = visitor, more: object = {}) =>
    (await who.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.', ...more })).body;
  const threadOf = async (id: string): Promise<DeskThreadItem[]> =>
    (await first.get(`/api/desk/tickets/thread?id=${id}`)).body.items;
  const write = (items: DeskThreadItem[]) => items.map((one) => ('body' in one ? one.body : one.event));
  const note = (id: string, body: string, key: string = randomUUID()) =>
    first.post('/api/desk/tickets/add-note', { id, body }, { 'Idempotency-Key': key });
  const versionOf = async (id: string) => (await first.get(`/api/desk/tickets/detail?id=${id}`)).body.version;

  test('the page of a ticket has its people, its promise and how long it has left', async () => {
    const opened = await open();
    const { body } = await first.get(`/api/desk/tickets/detail?id=${opened.id}`);
    expect(body).toMatchObject({
      author: { email: customer.email },
      requester: { name: customer.email, isYou: false },
      watchers: [],
      slaState: 'running',
      sla: { state: 'running', dueAt: opened.firstResponseDueAt },
      unreadSince: expect.any(String),
      mergedInto: null,
      version: 1,
    });
    expect(body.minutesLeft).toBeGreaterThan(230);
    expect(body.minutesLeft).toBeLessThanOrEqual(240);
  });

  test('the queue is sorted by what is due first; what has no deadline comes last', async () => {
    const { id, cookie } = await makeCustomer(database, 'Queue');
    const owner = portal({ cookie });
    const subjects = ['answered', 'later', 'sooner', 'overdue'];
    const ids: string[] = [];
    for (const subject of subjects) ids.push((await open(owner, { subject, priority: 'low' })).id);
    const due = (nth: number, when: string, state: string) =>
      `UPDATE tickets SET first_response_due_at = ${when}, sla_state = '${state}' WHERE id = '${ids[nth]}'`;
    const client = await database.pool.connect();
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await client.query(due(1, `now() + interval '2 days'`, 'running'));
    await client.query(due(2, `now() + interval '1 day'`, 'running'));
    await client.query(due(3, `now() - interval '1 day'`, 'missed'));
    await client.query('COMMIT');
    client.release();
    await first.post('/api/desk/tickets/reply', { id: ids[0], version: 1, body: 'Yes' });
    await first.post('/api/desk/tickets/add-note', { id: ids[1], body: 'A note changes no order.' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await first.get(
        `/api/desk/tickets?customerId=${id}&active=true&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.items.map((one: { subject: string }) => one.subject));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(['overdue', 'sooner', 'later', 'answered']);
  });

  test('an internal note is in the desk’s conversation, and nothing of it reaches the customer', async () => {
    const { id } = await open();
    const secret = 'zqxsecret: he never pays';
    const made = await note(id, secret);
    expect(made).toMatchObject({ status: 201, body: { ticket: { version: 1, status: 'open' } } });
    await visitor.post('/api/portal/tickets/reply', { id, body: 'Hello?' });
    await note(id, 'zqxsecret again');
    await note(id, 'zqxsecret third');
    expect(write(await threadOf(id))).toEqual([secret, 'Hello?', 'zqxsecret again', 'zqxsecret third']);
    for (const path of [
      `/api/portal/tickets/detail?id=${id}`,
      `/api/portal/tickets/thread?id=${id}`,
      `/api/portal/tickets/thread?id=${id}&after=0`,
      '/api/portal/tickets?q=zqxsecret',
      '/api/portal/records/overview',
    ])
      expect(JSON.stringify((await visitor.get(path)).body)).not.toContain('zqxsecret');
    // Nor does a gap in the positions tell that there is one.
    const { items } = (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body;
    expect(items.map((one: DeskThreadItem) => one.position)).toEqual([2]);
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT set_tenant_context($1)', [customer.token]);
      await expect(client.query('SELECT FROM ticket_notes')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await eventsOf('ticket.noted', `ticket:${id}`)).toHaveLength(3);
  });

  test('a note sent twice is one note; notes are paged between messages', async () => {
    const { id } = await open();
    for (let nth = 0; nth < 3; nth += 1) await note(id, 'Once', 'note-1');
    expect(write(await threadOf(id))).toEqual(['Once']);
    expect((await note(id, 'Other', 'note-1')).status).toBe(422);
    for (let nth = 0; nth < 120; nth += 1)
      await (nth % 3 === 0
        ? visitor.post('/api/portal/tickets/add-watcher', { id, email: customer.email }).then(() => note(id, `${nth}`))
        : note(id, `${nth}`));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await first.get(`/api/desk/tickets/thread?id=${id}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.unshift(...write(body.items));
      cursor = body.olderCursor;
    }
    expect(seen).toEqual(['Once', 'watcher_added', ...Array.from({ length: 120 }, (_, nth) => `${nth}`)]);
  });

  test('of two who reply at once, the second sees what the first did', async () => {
    const { id } = await open();
    const send = (who: Browser, version: number, body: string) =>
      who.post('/api/desk/tickets/reply', { id, version, body, next: 'resolve' });
    const sent = await Promise.all([send(first, 1, 'From the first'), send(second, 1, 'From the second')]);
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    const winner = sent[0]?.status === 201 ? 'From the first' : 'From the second';
    const late = sent.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({
      error: { code: 'changed_meanwhile' },
      current: { ticket: { status: 'resolved' }, messageId: null },
    });
    expect(write(late?.body.current.items)).toEqual([winner, 'responded', 'assigned', 'status_changed']);
    expect(write(await threadOf(id)).filter((one) => one.startsWith('From'))).toEqual([winner]);
    const again = await send(second, late?.body.current.ticket.version, 'And one more thing');
    expect(again.status).toBe(201);
    // The customer writes meanwhile: the staff member sees that first.
    const version = await versionOf(id);
    await visitor.post('/api/portal/tickets/reply', { id, body: 'Wait' });
    const stale = await send(first, version, 'Bye');
    expect([stale.status, write(stale.body.current.items)]).toEqual([409, ['Wait']]);
  });

  test('staff who assign an open ticket to themselves take it; a colleague only gets it', async () => {
    const [mine, theirs] = [await open(), await open()];
    const assign = (id: string, assigneeId: string) =>
      first.post('/api/desk/tickets/change', { id, version: 1, assigneeId });
    expect((await assign(mine.id, first.userId)).body).toMatchObject({ status: 'in_progress', slaState: 'running' });
    expect((await assign(theirs.id, second.userId)).body).toMatchObject({ status: 'open', slaState: 'running' });
    expect(write(await threadOf(mine.id))).toEqual(['assigned', 'status_changed']);
    expect(write(await threadOf(theirs.id))).toEqual(['assigned']);
  });

  test('a closed ticket is reopened by staff at any time', async () => {
    const { id } = await open();
    const change = async (status: string) =>
      first.post('/api/desk/tickets/change', { id, version: await versionOf(id), status });
    expect((await change('closed')).body).toMatchObject({ status: 'closed', slaState: 'met' });
    const client = await database.pool.connect();
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await client.query(`UPDATE tickets SET closed_at = '2020-01-01' WHERE id = $1`, [id]);
    await client.query('COMMIT');
    client.release();
    expect((await change('open')).body).toMatchObject({ status: 'open', slaState: 'running' });
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({ reopenedCount: 1 });
  });

  test('a merged duplicate leads to the other ticket, and what is written to it goes there', async () => {
    const requester = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
    const [own, other] = [portal(requester), await open()];
    const duplicate = await open(own, { subject: 'Duplicate' });
    const merge = (more: object) =>
      first.post('/api/desk/tickets/merge', {
        id: duplicate.id,
        version: 1,
        intoId: other.id,
        addPeople: true,
        ...more,
      });
    const elsewhere = await open(portal(await makeCustomer(database, 'Elsewhere')));
    for (const [bad, status] of [
      [{ intoId: duplicate.id }, 400],
      [{ intoId: elsewhere.id }, 400],
      [{ intoId: randomUUID() }, 404],
      [{ version: 7 }, 409],
      [{ addPeople: undefined }, 400],
    ] as const)
      expect((await merge(bad)).status).toBe(status);
    expect((await own.get(`/api/portal/tickets/detail?id=${other.id}`)).status).toBe(404);
    expect(await merge({})).toMatchObject({ status: 200, body: { ticket: { status: 'closed', slaState: null } } });
    expect((await own.get(`/api/portal/tickets/detail?id=${duplicate.id}`)).body).toMatchObject({
      status: 'closed',
      mergedInto: { id: other.id },
    });
    const target = (await own.get(`/api/portal/tickets/detail?id=${other.id}`)).body;
    expect(target).toMatchObject({ watchers: [{ name: requester.email }], mergedFrom: [{ id: duplicate.id }] });
    const replied = await own.post('/api/portal/tickets/reply', { id: duplicate.id, body: 'Any news?' });
    expect(replied.body.ticket.id).toBe(other.id);
    expect(write(await threadOf(other.id))).toEqual(['merged_from', 'watcher_added', 'Any news?']);
    expect(write(await threadOf(duplicate.id))).toEqual(['status_changed', 'merged_into']);
    // A chain is shortened: the duplicate leads to where its target went.
    const last = await open();
    await first.post('/api/desk/tickets/merge', {
      id: other.id,
      version: await versionOf(other.id),
      intoId: last.id,
      addPeople: false,
    });
    expect((await first.get(`/api/desk/tickets/detail?id=${duplicate.id}`)).body.mergedInto).toMatchObject({
      id: last.id,
    });
    // Who may not see that one writes to their own, which is open again.
    const hidden = await own.post('/api/portal/tickets/reply', { id: duplicate.id, body: 'Hello?' });
    expect(hidden.body.ticket).toMatchObject({ id: duplicate.id, status: 'open', mergedInto: null });
  });

  test.runIf(engine === 'postgresql')(
    'two merges of the same tickets in both directions wait for each other',
    async () => {
      const [one, two] = [await open(), await open()];
      const merge = (who: Browser, id: string, intoId: string) =>
        who.post('/api/desk/tickets/merge', { id, version: 1, intoId, addPeople: false });
      const sent = await Promise.all([merge(first, one.id, two.id), merge(second, two.id, one.id)]);
      expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    },
  );

  test('staff add watchers of the ticket’s own customer only', async () => {
    const { id } = await open();
    const colleague = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
    const biller = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    const stranger = await makeCustomer(database, 'Stranger');
    const add = (email: string) => first.post('/api/desk/tickets/add-watcher', { id, email });
    for (const { email } of [biller, stranger, first]) expect((await add(email)).status).toBe(400);
    expect((await add(colleague.email.toUpperCase())).status).toBe(200);
    expect((await add(colleague.email)).status).toBe(200);
    expect((await portal(colleague).get(`/api/portal/tickets/detail?id=${id}`)).status).toBe(200);
    await first.post('/api/desk/tickets/remove-watcher', { id, userId: colleague.userId });
    expect((await portal(colleague).get(`/api/portal/tickets/detail?id=${id}`)).status).toBe(404);
    expect(write(await threadOf(id))).toEqual(['watcher_added', 'watcher_removed']);
  });

  test('canned replies are created, changed and archived; the second of two sees what the first did', async () => {
    const create = (title: string) => first.post('/api/desk/canned-replies', { title, body: 'Bonjour,' });
    const made = await create('  Accusé de réception ');
    expect(made).toMatchObject({ status: 201, body: { title: 'Accusé de réception', version: 1 } });
    expect((await create('accuse de RECEPTION')).body.error.code).toBe('name_taken');
    const { id } = made.body;
    const change = (who: Browser, version: number, body: string) =>
      who.post('/api/desk/canned-replies/change', { id, version, title: 'Accusé', body });
    const changed = await Promise.all([change(first, 1, 'One'), change(second, 1, 'Two')]);
    expect(changed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(changed.find(({ status }) => status === 409)?.body.current).toMatchObject({ version: 2, title: 'Accusé' });
    const archive = (version: number) => first.post('/api/desk/canned-replies/archive', { id, version });
    expect([(await archive(1)).status, (await archive(2)).status, (await archive(3)).status]).toEqual([409, 200, 404]);
    expect((await first.get('/api/desk/canned-replies')).body).toEqual({ replies: [] });
    expect((await create('Accusé')).status).toBe(201);
    expect(await eventsOf('canned_reply.saved', `canned_reply:${id}`)).toHaveLength(2);
  });
});
