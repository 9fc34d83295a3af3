import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { memberships, staffMembers, tickets } from '#api/db/schema.ts';
import { sessions } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeStaff, makeUser } from '#tests/support/api.ts';
import type { EventReader } from '#tests/support/event-stream.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startLive } from '#tests/support/live.ts';
import { viewingExpiry } from '#contract/staff.ts';
import { createViewerList } from './viewers.ts';

describeApi({ both: true }, async ({ database, customer }) => {
  const { live, open, openTicket, changeTicket, request, closeStreams } = await startLive(database);
  afterEach(closeStreams);

  const ofCustomer: [string, (user: { userId: string; token: string }) => Promise<unknown>][] = [
    ['is revoked', ({ token }) => database.orm.delete(sessions).where(eq(sessions.token, token))],
    [
      'has expired',
      ({ token }) =>
        database.orm
          .update(sessions)
          .set({ expiresAt: new Date(0) })
          .where(eq(sessions.token, token)),
    ],
    [
      'loses its membership',
      ({ userId }) => asOperator(database, (tx) => tx.delete(memberships).where(eq(memberships.userId, userId))),
    ],
    [
      'gets other roles',
      ({ userId }) =>
        asOperator(database, (tx) =>
          tx
            .update(memberships)
            .set({ roles: ['technical'] })
            .where(eq(memberships.userId, userId)),
        ),
    ],
    [
      'changes to another customer',
      async ({ userId, token }) => {
        const { id } = await makeCustomer(database, 'Second');
        await asOperator(database, (tx) => tx.insert(memberships).values({ userId, customerId: id, roles: ['owner'] }));
        await database.orm.update(sessions).set({ activeCustomerId: id }).where(eq(sessions.token, token));
      },
    ],
  ];
  test.each(ofCustomer)('a session that %s is told nothing, and its stream ends', async (_reason, lose) => {
    const user = await makeUser(database, { customerId: customer.id });
    const id = await openTicket(user);
    const stream = await open('portal', user);
    await lose(user);
    await changeTicket(id);
    expect(await stream.next()).toBeUndefined();
    expect(stream.retries).toHaveLength(2);
  });

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
  const ofStaff: [string, (staff: { userId: string; token: string }) => Promise<unknown>][] = [
    [
      'is suspended',
      ({ userId }) =>
        asOperator(database, (tx) =>
          tx.update(staffMembers).set({ active: false }).where(eq(staffMembers.userId, userId)),
        ),
    ],
    [
      'loses the permission',
      ({ userId }) =>
        asOperator(database, (tx) =>
          tx
            .update(staffMembers)
            .set({ permissions: ['sales'] })
            .where(eq(staffMembers.userId, userId)),
        ),
    ],
    [
      'signed in 12 hours ago',
      ({ token }) =>
        database.orm
          .update(sessions)
          .set({ signedInAt: hoursAgo(12) })
          .where(eq(sessions.token, token)),
    ],
  ];
  test.each(ofStaff)('a staff member who %s is told nothing, and the stream ends', async (_reason, lose) => {
    const staff = await makeStaff(database, { permissions: ['support'] });
    const id = await openTicket(customer);
    const stream = await open('desk', staff);
    await lose(staff);
    await changeTicket(id);
    expect(await stream.next()).toBeUndefined();
  });

  test('a quiet stream ends soon after its session', async () => {
    const checked = await startLive(database, { recheckMs: 1, tickMs: 5 });
    const user = await makeUser(database, { customerId: customer.id });
    const stream = await checked.open('portal', user);
    await database.orm.delete(sessions).where(eq(sessions.token, user.token));
    expect(await stream.next()).toBeUndefined();
    expect(checked.live.size).toBe(0);
  });

  test('a stream that is too old ends, and the browser opens another', async () => {
    const stream = await (await startLive(database, { maxAgeMs: 1, tickMs: 5 })).open('portal', customer);
    expect(await stream.next()).toBeUndefined();
  });

  test('without a customer the response is 404', async () => {
    expect((await request('/api/portal/events', await makeUser(database))).status).toBe(404);
  });

  test('all users together have a limited number of streams', async () => {
    const small = await startLive(database, { total: 1 });
    const first = await small.open('portal', customer);
    const second = await small.request('/api/portal/events', customer);
    expect([second.status, (await second.json()).error.code]).toEqual([503, 'server_busy']);
    await first.close();
    await (await small.open('portal', customer)).close();
  });

  test('a user has a limited number of streams, and those of a closed browser do not count', async () => {
    const user = await makeUser(database, { customerId: customer.id });
    const streams: EventReader[] = [];
    for (let at = 0; at < 20; at += 1) streams.push(await open('portal', user));
    const rejected = await request('/api/portal/events', user);
    expect([rejected.status, Number(rejected.headers.get('retry-after'))]).toEqual([429, 60]);
    await streams[0]?.close();
    await open('portal', user);
  });

  test('the users of one customer have a limited number of streams together', async () => {
    const small = await startLive(database, { perCustomer: 2 });
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => makeUser(database, { customerId: customer.id })),
    );
    const other = await makeCustomer(database, 'Other streams');
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three users.');
    const streams = [await small.open('portal', first), await small.open('portal', second)];
    expect((await small.request('/api/portal/events', third)).status).toBe(429);
    streams.push(await small.open('portal', other));
    streams.push(await small.open('desk', await makeStaff(database)));
    for (const stream of streams) await stream.close();
    await (await small.open('portal', third)).close();
  });

  test('a HEAD request opens no stream', async () => {
    const { status, headers } = await request('/api/portal/events', customer, 'HEAD');
    expect([status, headers.get('content-type'), live.size]).toEqual([200, 'text/event-stream', 0]);
  });

  test('a client that does not read is dropped', async () => {
    const user = await makeCustomer(database, 'Slow');
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO tickets (customer_id, ticket_number, subject, description)
        SELECT ${user.id}, 'TKT-9' || number, 's', 'd' FROM generate_series(1, 50) AS number`),
    );
    const response = await request('/api/portal/events', user);
    while (live.size > 0)
      await asOperator(database, (tx) =>
        tx.update(tickets).set({ priority: 'low' }).where(eq(tickets.customerId, user.id)),
      );
    await expect(response.text()).rejects.toThrow('too slow');
  });

  test('nothing holds the connections of the database while streams are open', async () => {
    for (let at = 0; at < 15; at += 1) await open('portal', customer);
    const client = await database.pool.connect();
    client.release();
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });
});

test('a viewer that stays silent for a while has left', () => {
  let now = 0;
  let changes = 0;
  const viewers = createViewerList(
    () => (changes += 1),
    () => now,
  );
  const viewer = {
    ticketId: '7d0f6a5c-7a1e-4a7b-9d59-0a1d3f1b2c3d',
    userId: '0b7c2e1d-5f3a-4c8b-8e6d-1a2b3c4d5e6f',
    name: 'Alice',
  };
  viewers.apply({ ...viewer, isViewing: true });
  now = viewingExpiry - 1;
  viewers.removeExpired();
  viewers.apply({ ...viewer, isViewing: true });
  expect([viewers.list(), changes]).toEqual([[{ ...viewer, isTyping: false }], 1]);
  now += viewingExpiry;
  viewers.removeExpired();
  expect([viewers.list(), changes]).toEqual([[], 2]);
});
