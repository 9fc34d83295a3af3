import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { createInstance, startNotifications, supportTo } from '#tests/support/notifications.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';

const due = 91;
const day = 24 * 60 * 60;

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ engine, database, api }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  let staff: Awaited<ReturnType<typeof desk>>;

  beforeAll(async () => {
    notifications = await startNotifications(database);
    staff = await desk({ permissions: ['support'] });
  });
  afterAll(() => notifications.close());

  const setUp = async () => {
    const owner = await makeCustomer(database, 'Cabinet Masséna');
    const visitor = portal(owner);
    const { body } = await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' });
    await notifications.after(due);
    return { owner, visitor, id: body.id as string };
  };
  const reply = async (id: string, body: string, next = 'reply') => {
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    expect((await staff.post('/api/desk/tickets/reply', { id, version, body, next })).status).toBe(201);
  };
  const choose = async (who: ReturnType<typeof portal>, event: string, delivery: string) =>
    expect((await who.post('/api/portal/notifications', { event, delivery })).status).toBe(200);

  test('everything comes by mail until the user chooses; unknown events and security mails cannot be chosen', async () => {
    const { owner, visitor } = await setUp();
    const events = ['received', 'reply', 'status', 'assigned', 'watching', 'reminder'];
    const defaults = events.map((event) => ({ event, delivery: 'mail' }));
    expect((await visitor.get('/api/portal/notifications')).body).toEqual({ preferences: defaults });
    await choose(visitor, 'reply', 'none');
    expect((await visitor.get('/api/portal/notifications')).body.preferences[1]).toEqual({
      event: 'reply',
      delivery: 'none',
    });
    // Once: the second time it changes nothing.
    await choose(visitor, 'reply', 'none');
    expect((await eventsOf('notifications.changed')).filter(({ userId }) => userId === owner.userId)).toMatchObject([
      {
        actor: 'user',
        customer: owner.id,
        details: { event: 'reply', delivery: 'none' },
        requestId: expect.any(String),
      },
    ]);
    const other = portal(await makeUser(database, { customerId: owner.id }));
    expect((await other.get('/api/portal/notifications')).body).toEqual({ preferences: defaults });
    for (const body of [
      { event: 'security', delivery: 'none' },
      { event: 'password-changed', delivery: 'none' },
      { event: 'reply', delivery: 'sms' },
      { event: 'reply' },
    ])
      expect((await visitor.post('/api/portal/notifications', body)).status).toBe(400);
  });

  test('“none” is respected; another kind of event takes nothing of it along', async () => {
    const { owner, visitor, id } = await setUp();
    await choose(visitor, 'reply', 'none');
    await choose(visitor, 'assigned', 'none');
    await reply(id, 'zqx hidden', 'ask');
    const mails = (await notifications.after(due))(owner.email);
    expect(
      mails.map(({ readable }) => [readable.includes('Waiting for you'), readable.includes('zqx hidden')]),
    ).toEqual([[true, false]]);
    await choose(visitor, 'status', 'none');
    await reply(id, 'Again');
    expect((await notifications.after(due))(owner.email)).toEqual([]);
  });

  test('a digest comes once at 8:00 with everything, also if two instances work at the same time', async () => {
    const { owner, visitor, id } = await setUp();
    // At once and not later: it may be 8:00 then.
    const mailsOf = async () => {
      await asOperator(database, (tx) =>
        tx.execute(sql`UPDATE jobs SET next_attempt_at = now() WHERE kind <> 'digest'`),
      );
      return (await notifications.after(0))(owner.email);
    };
    for (const event of ['reply', 'status', 'assigned']) await choose(visitor, event, 'digest');
    await reply(id, 'First answer');
    expect(await mailsOf()).toEqual([]);
    await reply(id, 'Second answer', 'ask');
    expect(await mailsOf()).toEqual([]);
    const { rows } = await database.pool.query<{ at: Date }>(
      `SELECT next_attempt_at AS at FROM jobs WHERE kind = 'digest' AND user_id = $1 AND done_at IS NULL`,
      [owner.userId],
    );
    const time = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone: 'Europe/Paris' });
    expect(rows.map(({ at }) => time.format(at))).toEqual(['08:00']);

    const second = engine === 'postgresql' ? await database.openInstance() : database;
    const tomorrow = new Date(Date.now() + day * 1000);
    const other = createInstance(second, notifications.url);
    await Promise.all([notifications.work(tomorrow), other.work(tomorrow)]);
    const mails = (await notifications.after(day))(owner.email);
    expect(mails).toHaveLength(1);
    for (const text of ['What is new in your tickets', 'First answer', 'Second answer', 'One ticket has changed.', id])
      expect(mails[0]?.readable).toContain(text);
    expect((await notifications.after(2 * day))(owner.email)).toEqual([]);
  });

  test('a digest says nothing about tickets that the user can no longer see', async () => {
    const { owner, visitor, id } = await setUp();
    for (const event of ['reply', 'status', 'assigned']) await choose(visitor, event, 'digest');
    await reply(id, 'zqx hidden');
    await notifications.after(due);
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM memberships WHERE user_id = ${owner.userId}`));
    expect((await notifications.after(day))(owner.email)).toEqual([]);
  });

  test('an overdue response is told to staff in office hours only, and not if somebody has answered', async () => {
    const { visitor, id } = await setUp();
    const { body: answered } = await visitor.post('/api/portal/tickets', { subject: 'Other', description: 'D' });
    await notifications.after(due);
    await asOperator(database, (tx) =>
      tx.execute(
        sql`UPDATE tickets SET first_response_due_at = now() - interval '1 minute' WHERE id IN (${id}, ${answered.id})`,
      ),
    );
    await runTicketJobs(database);
    await reply(answered.id as string, 'Sorry');
    // A Sunday, then the Monday after it.
    const sunday = new Date('2030-06-16T10:00:00Z');
    await notifications.work(sunday);
    const alerts = async () =>
      (
        await database.pool.query<{ at: Date }>(
          `SELECT next_attempt_at AS at FROM jobs WHERE kind = 'sla-alert' AND done_at IS NULL AND ticket_id = $1`,
          [id],
        )
      ).rows.map(({ at }) => at.toISOString());
    expect(await alerts()).toEqual(['2030-06-17T06:00:00.000Z']);
    expect((await notifications.after(0))(supportTo)).toEqual([]);
    await notifications.work(new Date('2030-06-17T06:00:00Z'));
    const mails = (await notifications.after(0))(supportTo);
    expect(
      mails.map(({ readable }) => [readable.includes('Une réponse est en retard'), readable.includes(id)]),
    ).toEqual([[true, true]]);
    expect(await alerts()).toEqual([]);
  });

  test('staff choose for their own tickets', async () => {
    const { visitor, id } = await setUp();
    await reply(id, 'Mine.');
    await notifications.after(due);
    const events = ['received', 'reply', 'status', 'assigned', 'overdue', 'mentioned'];
    expect((await staff.get('/api/desk/notifications')).body.preferences).toEqual(
      events.map((event) => ({ event, delivery: 'mail' })),
    );
    expect((await staff.post('/api/desk/notifications', { event: 'reply', delivery: 'none' })).status).toBe(200);
    await visitor.post('/api/portal/tickets/reply', { id, body: 'Hello' });
    expect((await notifications.after(due))(staff.email)).toEqual([]);
    await staff.post('/api/desk/notifications', { event: 'reply', delivery: 'mail' });
    expect((await eventsOf('notifications.changed')).filter(({ actor }) => actor === 'staff')).toMatchObject(
      ['none', 'mail'].map((delivery) => ({
        userId: staff.userId,
        customer: null,
        details: { event: 'reply', delivery },
      })),
    );
  });
});
