import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffMembers } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { eraseUserRows } from '#main/admin/retention/erase.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';

const day = 24 * 60 * 60;

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  beforeAll(async () => {
    notifications = await startNotifications(database);
  });
  afterAll(() => notifications.close());

  const setUp = async () => {
    const author = await desk({ permissions: ['support'] });
    const colleague = await desk({ permissions: ['support'] });
    const { id } = (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body;
    await notifications.after(91);
    const note = (mentions: unknown, key: string = randomUUID()) =>
      author.post(
        '/api/desk/tickets/add-note',
        { id, body: '@Carl, secret advice?', mentions },
        { 'Idempotency-Key': key },
      );
    return { author, colleague, id: id as string, note };
  };

  test('who is mentioned gets one mail without the note, and customers learn nothing', async () => {
    const { author, colleague, id, note } = await setUp();
    const before = (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
    const key = randomUUID();
    const mentions = [colleague.userId, colleague.userId, author.userId];
    expect([(await note(mentions, key)).status, (await note(mentions, key)).status]).toEqual([201, 201]);
    const mails = await notifications.after(91);
    expect(mails(colleague.email)).toHaveLength(1);
    const [mail] = mails(colleague.email);
    expect(mail?.readable).toContain(`/desk/tickets/${id}`);
    expect(mail?.readable).toContain('Un collègue vous mentionne');
    expect(mail?.readable).not.toContain('secret');
    expect([mails(author.email), mails(customer.email)]).toEqual([[], []]);

    const { items } = (await colleague.get(`/api/desk/tickets/thread?id=${id}`)).body;
    expect(items).toMatchObject([{ kind: 'note', mentions: [`Staff ${colleague.email}`] }]);
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toEqual(before);
    for (const path of ['detail', 'thread', 'files'])
      expect(JSON.stringify((await visitor.get(`/api/portal/tickets/${path}?id=${id}`)).body)).not.toMatch(
        /Carl|mention/,
      );
  });

  test.each([
    ['a former colleague', async () => (await desk({ permissions: ['support'], isActive: false })).userId],
    ['a colleague without the right to see tickets', async () => (await desk({ permissions: ['sales'] })).userId],
    ['a customer', async () => customer.userId],
    ['nobody', async () => randomUUID()],
  ])('a mention of %s is rejected, and nothing is written', async (_who, find) => {
    const { author, colleague, id, note } = await setUp();
    const { status, body } = await note([colleague.userId, await find()]);
    expect([status, body.error.code]).toEqual([422, 'unknown_mention']);
    expect((await author.get(`/api/desk/tickets/thread?id=${id}`)).body.items).toEqual([]);
    expect((await notifications.after(91))(colleague.email)).toEqual([]);
  });

  test('at most twenty, and never in a reply', async () => {
    const { author, colleague, id, note } = await setUp();
    expect((await note(Array.from({ length: 21 }, () => colleague.userId))).status).toBe(400);
    expect((await note('all')).status).toBe(400);
    const mentions = [colleague.userId];
    const reply = await author.post('/api/desk/tickets/reply', { id, version: 1, body: '@Carl', mentions });
    expect(reply.status).toBe(400);
  });

  test('preferences decide: not at all, or in the digest', async () => {
    const { colleague, id, note } = await setUp();
    const choose = (delivery: string) =>
      colleague.post('/api/desk/notifications', { event: 'mentioned', delivery }).then(({ status }) => status);
    expect(await choose('none')).toBe(200);
    await note([colleague.userId]);
    expect((await notifications.after(91))(colleague.email)).toEqual([]);
    expect(await choose('digest')).toBe(200);
    await note([colleague.userId]);
    expect((await notifications.after(91))(colleague.email)).toEqual([]);
    const [digest] = (await notifications.after(4 * day))(colleague.email);
    expect(digest?.readable).toContain(`/desk/tickets/${id}`);
    expect(digest?.readable).toContain('Un collègue vous mentionne');
    expect(digest?.readable).not.toContain('secret');
  });

  test('who leaves before the mail is sent gets none, and is forgotten when erased', async () => {
    const { author, colleague, id, note } = await setUp();
    await note([colleague.userId]);
    await asOperator(database, (tx) =>
      tx.update(staffMembers).set({ active: false }).where(eq(staffMembers.userId, colleague.userId)),
    );
    expect((await notifications.after(91))(colleague.email)).toEqual([]);
    await withTransaction(database.pool, (client) => eraseUserRows(client, [colleague.userId]), {
      role: 'portal_operator',
    });
    const { items } = (await author.get(`/api/desk/tickets/thread?id=${id}`)).body;
    expect(items).toMatchObject([{ kind: 'note', mentions: [] }]);
  });
});
