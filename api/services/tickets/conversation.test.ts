import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import type { ThreadItem } from '#contract/conversation.ts';
import { type Browser, browser, makeCustomer, makeUser, openApi } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { validationMessages } from '#contract/errors.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  let staff: Awaited<ReturnType<typeof desk>>;
  const visitor = portal(customer);

  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
  });

  const open = async (who: Browser = visitor, more: object = {}) =>
    (await who.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.', ...more })).body;
  const cardOf = async (id: string, who: Browser = visitor) =>
    (await who.get(`/api/portal/tickets/detail?id=${id}`)).body;
  const threadOf = async (id: string, who: Browser = visitor): Promise<ThreadItem[]> =>
    (await who.get(`/api/portal/tickets/thread?id=${id}`)).body.items;
  const write = (items: ThreadItem[]) => items.map((one) => (one.kind === 'message' ? one.body : one.event));
  const answer = (id: string, works: boolean, body?: string) =>
    visitor.post('/api/portal/tickets/answer', { id, works, body });
  const replyAs = (who: Browser, id: string, body: string, key?: string) =>
    who.post('/api/portal/tickets/reply', { id, body }, key === undefined ? {} : { 'Idempotency-Key': key });
  /** Staff who have seen the newest version. */
  const staffReply = async (id: string, body: string, next = 'reply') => {
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    return staff.post('/api/desk/tickets/reply', { id, version, body, next });
  };
  const change = (id: string, columns: string) =>
    asOperator(database, (tx) => tx.execute(sql.raw(`UPDATE tickets SET ${columns} WHERE id = '${id}'`)));

  test('a ticket is opened with the time its response is due, and answered', async () => {
    const opened = await open();
    expect(opened.firstResponseDueAt).toMatch(/^\d{4}-/);
    expect(await cardOf(opened.id)).toMatchObject({
      id: opened.id,
      description: 'It smokes.',
      status: 'open',
      version: 1,
      replyEffect: 'reply',
      author: { name: customer.email, isYou: true },
      requester: { name: customer.email, isYou: true },
      assigneeName: null,
      watchers: [],
      follows: null,
      sla: {
        state: 'running',
        calendar: 'office',
        dueAt: opened.firstResponseDueAt,
        respondedAt: null,
        minutesLeft: expect.any(Number),
        isKept: null,
      },
    });
    const replied = await staffReply(opened.id, 'Please unplug it.');
    expect(replied).toMatchObject({
      status: 201,
      body: { ticket: { status: 'in_progress', assigneeId: staff.userId, dueKind: 'resolution', slaState: 'running' } },
    });
    expect(await cardOf(opened.id)).toMatchObject({
      status: 'in_progress',
      assigneeName: `Staff ${staff.email}`,
      sla: { state: 'met', minutesLeft: null, isKept: true },
    });
    const items = await threadOf(opened.id);
    expect(write(items)).toEqual(['Please unplug it.', 'responded', 'assigned', 'status_changed']);
    expect(items[0]).toMatchObject({
      kind: 'message',
      source: 'desk',
      author: { kind: 'staff', name: `Staff ${staff.email}`, isYou: false },
    });
    expect(items.map((one) => ('details' in one ? one.details : null))).toMatchObject([
      null,
      { isKept: true, minutes: 0 },
      { personName: `Staff ${staff.email}` },
      { from: 'open', to: 'in_progress' },
    ]);
    const mine = await replyAs(visitor, opened.id, 'Done. **Thanks**\n\n<b>');
    expect(mine).toMatchObject({ status: 201, body: { ticket: { status: 'in_progress' }, isFollowUp: false } });
    const last = (await threadOf(opened.id)).at(-1);
    expect(last).toMatchObject({
      id: mine.body.messageId,
      body: 'Done. **Thanks**\n\n<b>',
      author: { kind: 'customer', name: customer.email, isYou: true },
    });
  });

  test('a question pauses the clock, a reply resumes it, and an unassigned ticket is open again', async () => {
    const { id } = await open();
    await staffReply(id, 'Which one?', 'ask');
    expect(await cardOf(id)).toMatchObject({ status: 'waiting_customer', sla: { state: 'paused', isKept: true } });
    await replyAs(visitor, id, 'The one upstairs.');
    expect(await cardOf(id)).toMatchObject({ status: 'in_progress', sla: { state: 'met', isKept: true } });
    const other = await open();
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${other.id}`)).body;
    await staff.post('/api/desk/tickets/change', { id: other.id, version, status: 'waiting_customer' });
    expect(await cardOf(other.id)).toMatchObject({ sla: { state: 'paused', isKept: null } });
    await replyAs(visitor, other.id, 'Well?');
    expect(await cardOf(other.id)).toMatchObject({ status: 'open', sla: { state: 'running' } });
  });

  describe('a resolved ticket', () => {
    const resolved = async () => {
      const { id } = await open();
      await staffReply(id, 'It is repaired.', 'resolve');
      return id as string;
    };

    test('is not reopened by a "thank you", which staff find unread', async () => {
      const id = await resolved();
      expect(await cardOf(id)).toMatchObject({ status: 'resolved', replyEffect: 'answer' });
      const thanks = await replyAs(visitor, id, 'Thank you!');
      expect(thanks.body.ticket).toMatchObject({ status: 'resolved', reopenedCount: 0 });
      expect(write(await threadOf(id)).at(-1)).toBe('Thank you!');
      const unread = await staff.get('/api/desk/tickets?active=true&unread=true&limit=500');
      expect(unread.body.items.filter((one: { id: string }) => one.id === id)).toMatchObject([{ status: 'resolved' }]);
      const { version } = unread.body.items.find((one: { id: string }) => one.id === id);
      const read = await staff.post('/api/desk/tickets/mark-read', { id });
      expect(read).toMatchObject({ status: 200, body: { unreadSince: null, version } });
      const queue = await staff.get('/api/desk/tickets?active=true&limit=500');
      expect(queue.body.items.map((one: { id: string }) => one.id)).not.toContain(id);
    });

    test('is closed by "it works", and nobody has to read that', async () => {
      const id = await resolved();
      const works = await answer(id, true);
      expect(works).toMatchObject({
        status: 200,
        body: { ticket: { status: 'closed', replyEffect: 'reopen' }, messageId: null },
      });
      expect((await staff.get(`/api/desk/tickets/detail?id=${id}`)).body.unreadSince).toBeNull();
      const again = await answer(id, true);
      expect(again).toMatchObject({
        status: 409,
        body: { error: { code: 'changed_meanwhile' }, current: { ticket: { status: 'closed' } } },
      });
      // With a text, nothing is lost: the ticket was closed just now, so the reply reopens it.
      const kept = await answer(id, true, 'One more thing');
      expect(kept).toMatchObject({ status: 200, body: { ticket: { status: 'open' } } });
      expect(write(await threadOf(id)).slice(-2)).toEqual(['One more thing', 'reopened']);
    });

    test('is reopened by "still broken", with a new promise', async () => {
      const id = await resolved();
      const broken = await answer(id, false, 'It smokes again.');
      expect(broken.body.ticket).toMatchObject({
        status: 'open',
        reopenedCount: 1,
        resolvedAt: null,
        sla: { state: 'running', respondedAt: null },
      });
      expect(write(await threadOf(id)).slice(-2)).toEqual(['It smokes again.', 'reopened']);
      await staffReply(id, 'Again?');
      expect(write(await threadOf(id)).filter((one) => one === 'responded')).toHaveLength(2);
    });
  });

  describe('a closed ticket', () => {
    const closed = async (days: number) => {
      const { id } = await open();
      await change(id, `status = 'closed', closed_at = now() - interval '${days} days'`);
      return id as string;
    };

    test('is reopened by a reply within 14 days', async () => {
      const id = await closed(13.9);
      expect(await cardOf(id)).toMatchObject({ replyEffect: 'reopen' });
      const replied = await replyAs(visitor, id, 'It is back.');
      expect(replied.body.ticket).toMatchObject({ id, status: 'open', reopenedCount: 1, closedAt: null });
    });

    test('is followed by a new ticket later, with its people and the whole text, once', async () => {
      const id = await closed(14.1);
      const watcher = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
      await visitor.post('/api/portal/tickets/add-watcher', { id, email: watcher.email });
      expect(await cardOf(id)).toMatchObject({ replyEffect: 'follow_up' });
      const body = '🙂'.repeat(10_000);
      const send = () => replyAs(visitor, id, body, 'follow');
      const [first, second] = [await send(), await send()];
      expect(first).toMatchObject({
        status: 201,
        body: {
          isFollowUp: true,
          messageId: null,
          ticket: { status: 'open', subject: 'Printer', description: body, follows: { id }, sla: { state: 'running' } },
        },
      });
      expect(first.body.ticket.watchers).toMatchObject([{ name: watcher.email }]);
      expect(second.body.ticket.id).toBe(first.body.ticket.id);
      expect(await cardOf(id)).toMatchObject({ status: 'closed', followedBy: [{ id: first.body.ticket.id }] });
      expect((await threadOf(id)).at(-1)).toMatchObject({
        event: 'followed',
        details: { ticketNumber: first.body.ticket.ticketNumber },
      });
      expect(await cardOf(first.body.ticket.id, portal(watcher))).toMatchObject({ description: body });
    });
  });

  test('a reply sent twice, even at once, is one message', async () => {
    const { id } = await open();
    const sent = await Promise.all(Array.from({ length: 6 }, () => replyAs(visitor, id, 'Hello', 'key-1')));
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(new Set(sent.map(({ body }) => body.messageId)).size).toBe(1);
    expect(write(await threadOf(id))).toEqual(['Hello']);
    const other = await replyAs(visitor, id, 'Something else', 'key-1');
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    const elsewhere = await open();
    expect((await replyAs(visitor, elsewhere.id, 'Hello', 'key-1')).status).toBe(422);
    // A key belongs to its author.
    const colleague = await makeUser(database, { customerId: customer.id });
    expect((await replyAs(portal(colleague), id, 'Hello', 'key-1')).status).toBe(201);
    expect(write(await threadOf(id))).toEqual(['Hello', 'Hello']);
    const desked = () =>
      staff.post('/api/desk/tickets/reply', { id, version: 3, body: 'Hi' }, { 'Idempotency-Key': 'key-1' });
    const [one, two] = [await desked(), await desked()];
    expect([one.status, two.status, two.body.messageId]).toEqual([201, 201, one.body.messageId]);
  });

  test.each([
    [{ body: '' }, 'Please write something.'],
    [{ body: ' \n\t' }, 'Please write something.'],
    [{ body: 'x'.repeat(20_001) }, 'Please use at most 20000 characters.'],
    [{ body: 'a\0b' }, validationMessages.invalid_characters],
    [{ body: '\ud800' }, validationMessages.invalid_characters],
  ])('an invalid reply is rejected and changes nothing', async (bad, message) => {
    const { id } = await open();
    const { status, body } = await visitor.post('/api/portal/tickets/reply', { id, ...bad });
    expect([status, body.error.message]).toEqual([400, message]);
    expect(await threadOf(id)).toEqual([]);
    const whole = await replyAs(visitor, id, '界'.repeat(20_000));
    expect(whole.status).toBe(201);
    expect(write(await threadOf(id))).toEqual(['界'.repeat(20_000)]);
  });

  test('a ticket of somebody else, or none, does not exist', async () => {
    const other = portal(await makeCustomer(database, 'Other'));
    const { id } = await open(other);
    for (const wanted of [id, randomUUID()])
      for (const send of [
        () => visitor.get(`/api/portal/tickets/detail?id=${wanted}`),
        () => visitor.get(`/api/portal/tickets/thread?id=${wanted}`),
        () => visitor.get(`/api/portal/tickets/thread?id=${wanted}&after=0`),
        () => replyAs(visitor, wanted, 'Hello'),
        () => answer(wanted, true),
        () => visitor.post('/api/portal/tickets/add-watcher', { id: wanted, email: customer.email }),
        () => visitor.post('/api/portal/tickets/remove-watcher', { id: wanted, userId: customer.userId }),
      ])
        expect(await send()).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(await threadOf(id, other)).toEqual([]);
  });

  test('replies have a limit per user and hour', async () => {
    const busy = await makeCustomer(database, 'Busy');
    const { id } = await open(portal(busy));
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, created_at)
        SELECT ${id}::uuid, ${busy.id}::uuid, n, 'customer', ${busy.userId}::uuid, 'M', 'portal', now() - interval '50 minutes'
        FROM generate_series(2, 121) AS n`),
    );
    await change(id, 'version = 121');
    const limitedApi = await openApi(database, { readLimit: 0, ticketLimit: 60 });
    const limited = await replyAs(browser(limitedApi, busy), id, 'One more');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(300);
    // TICKET_LIMIT=0 lifts it.
    expect((await replyAs(portal(busy), id, 'One more')).status).toBe(201);
  });

  test('who views as the customer reads the conversation and writes nothing', async () => {
    const { id } = await open();
    const viewer = await desk();
    await viewer.post('/api/desk/customers/start-viewing', { customerId: customer.id });
    expect((await viewer.get(`/api/portal/tickets/detail?id=${id}`)).status).toBe(200);
    expect((await viewer.get(`/api/portal/tickets/thread?id=${id}`)).status).toBe(200);
    for (const [path, body] of [
      ['reply', { id, body: 'Hello' }],
      ['answer', { id, works: true }],
      ['add-watcher', { id, email: customer.email }],
      ['remove-watcher', { id, userId: customer.userId }],
    ] as const)
      expect(await viewer.post(`/api/portal/tickets/${path}`, body)).toMatchObject({
        status: 403,
        body: { error: { code: 'read_only' } },
      });
  });
});
