import { expect, test } from 'vitest';
import { withTransaction } from '#api/db/transaction.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';
import { wakeTickets } from './snooze.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nextYear = new Date().getUTCFullYear() + 1;
/** In two days at 9:00 of the office's clock, in winter or summer. */
const inTwoDays = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10);

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, makeTicket } = setUpDesk(database, api);

  const setUp = async () => {
    const owner = await makeCustomer(database, 'Patient');
    const staff = await desk({ permissions: ['support'] });
    const { id } = await makeTicket(owner.id, { authorId: owner.userId });
    const query = `?customerId=${owner.id}`;
    const listed = async (more: string) =>
      ((await staff.get(`/api/desk/tickets${query}&${more}`)).body.items as { id: string }[]).length;
    const snooze = (until: unknown, version: unknown = 1) =>
      staff.post('/api/desk/tickets/snooze', { id, version, until });
    return { owner, visitor: portal(owner), staff, id, listed, snooze };
  };
  const wakeAt = (now: Date) => withTransaction(database.pool, (client) => wakeTickets(client, 200, now));

  test('a snoozed ticket leaves the queue and returns at its time, and the customer sees nothing of it', async () => {
    const { visitor, staff, id, listed, snooze } = await setUp();
    const thread = () => visitor.get(`/api/portal/tickets/thread?id=${id}`);
    const before = (await thread()).body;
    const { status, body } = await snooze(`${inTwoDays}T09:00`);
    expect([status, body.version]).toEqual([200, 1]);
    expect(body.snoozedUntil).toMatch(new RegExp(`^${inTwoDays}T0[78]:00`));
    expect([await listed('active=true'), await listed('snoozed=true'), await listed('')]).toEqual([0, 1, 1]);

    await runTicketJobs(database);
    expect(await listed('active=true')).toBe(0);
    expect(await wakeAt(new Date(Date.parse(body.snoozedUntil)))).toBeGreaterThan(0);
    expect([await listed('active=true'), await listed('snoozed=true')]).toEqual([1, 0]);
    const { items } = (await staff.get(`/api/desk/tickets/thread?id=${id}`)).body;
    expect(items.map(({ event, author }: { event: string; author: { kind: string } }) => [event, author.kind])).toEqual(
      [
        ['snoozed', 'staff'],
        ['woken', 'system'],
      ],
    );
    expect((await thread()).body).toEqual(before);
    expect(JSON.stringify((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body)).not.toContain('snooze');
  });

  test('it returns at once when the customer writes, when it is resolved and when staff wake it', async () => {
    const { visitor, staff, id, listed, snooze } = await setUp();
    await snooze(`${inTwoDays}T09:00`);
    await visitor.post('/api/portal/tickets/reply', { id, body: 'Any news?' });
    expect([await listed('active=true'), await listed('unread=true'), await listed('snoozed=true')]).toEqual([1, 1, 0]);

    const version = async () => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body.version;
    // A staff member who puts it aside has read it.
    expect((await snooze(`${inTwoDays}T09:00`, await version())).body).toMatchObject({ unreadSince: null });
    expect((await snooze(null, await version())).body).toMatchObject({ snoozedUntil: null });
    expect(await listed('active=true')).toBe(1);
    await snooze(`${inTwoDays}T09:00`, await version());
    const change = { id, version: await version(), status: 'resolved' };
    expect((await staff.post('/api/desk/tickets/change', change)).body).toMatchObject({ snoozedUntil: null });
    expect((await snooze(`${inTwoDays}T09:00`, await version())).status).toBe(400);
  });

  test.each([
    ['in the past', '2020-01-01T09:00'],
    ['too far away', `${nextYear + 1}-12-31T09:00`],
    ['on a day that does not exist', `${nextYear}-02-30T09:00`],
    ['with an offset', `${inTwoDays}T09:00:00Z`],
    ['that is empty', ''],
    ['that is a number', 1],
  ])('a time %s is rejected', async (_what, until) => {
    const { snooze } = await setUp();
    expect((await snooze(until)).body).toMatchObject({ error: { code: 'invalid_request' } });
  });

  test('a ticket that has changed meanwhile is a conflict, with its current state', async () => {
    const { visitor, id, snooze } = await setUp();
    await visitor.post('/api/portal/tickets/reply', { id, body: 'It burns!' });
    const { status, body } = await snooze(`${inTwoDays}T09:00`);
    expect([status, body.error.code]).toEqual([409, 'changed_meanwhile']);
  });
});
