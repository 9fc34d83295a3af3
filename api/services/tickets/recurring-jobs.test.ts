import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ticketEvents } from '#api/db/conversation-schema.ts';
import type { tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { slaWarningMinutes, ticketStatuses } from '#contract/ticket-states.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';
import { transition } from './status-machine.ts';
import { type Deadlines, minutesUntilDue, ticketHandlers } from './recurring-jobs.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);

  const ticketOf = async (id: string) => {
    const found = await asOperator(database, (tx) =>
      tx.query.tickets.findFirst({ where: (row, { eq }) => eq(row.id, id) }),
    );
    return found as typeof tickets.$inferSelect;
  };
  const timelineOf = async (id: string) => {
    const rows = await asOperator(database, (tx) => tx.select().from(ticketEvents).orderBy(ticketEvents.position));
    return rows
      .filter(({ ticketId }) => ticketId === id)
      .map(({ kind, actorKind, position }) => [kind, actorKind, position]);
  };
  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

  test('a resolved ticket is closed after seven days without a word, as the status machine says', async () => {
    const { id: customerId } = await makeCustomer(database, 'Silent');
    for (const status of [...ticketStatuses, 'escalated']) {
      const { id } = await makeTicket(customerId, { status, resolvedAt: ago(7.01) });
      await runTicketJobs(database);
      const moved = transition('silence_passes', { status, isAssigned: false, closedAt: null }, new Date());
      const expected = typeof moved === 'string' ? status : moved.to;
      expect([status, (await ticketOf(id)).status]).toEqual([status, expected]);
      expect(await timelineOf(id)).toEqual(expected === status ? [] : [['status_changed', 'system', 2]]);
      expect(await eventsOf('ticket.status_changed', `ticket:${id}`)).toHaveLength(expected === status ? 0 : 1);
    }
  });

  test.each([
    ['six days ago', { resolvedAt: ago(6.9) }],
    ['with a message since', { resolvedAt: ago(20), lastPublicAt: ago(6.9) }],
    ['with something unread', { resolvedAt: ago(20), unreadSince: ago(10) }],
  ])('a ticket resolved %s stays', async (_what, columns) => {
    const { id: customerId } = await makeCustomer(database, 'Waiting');
    const { id } = await makeTicket(customerId, { status: 'resolved', ...columns });
    await runTicketJobs(database);
    expect(await ticketOf(id)).toMatchObject({ status: 'resolved', version: 1 });
  });

  test('a response that is overdue is marked once, admitted to the customer, and counted once', async () => {
    const owner = await makeCustomer(database, 'Overdue');
    const visitor = portal(owner);
    const staff = await desk({ permissions: ['support'] });
    const open = async () =>
      (await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D' })).body.id as string;
    const [late, swept, kept, paused] = [await open(), await open(), await open(), await open()];
    await staff.post('/api/desk/tickets/change', { id: paused, version: 1, status: 'waiting_customer' });
    await asOperator(database, (tx) =>
      tx.execute(
        sql`UPDATE tickets SET first_response_due_at = now() - interval '1 minute' WHERE customer_id = ${owner.id} AND id <> ${kept}`,
      ),
    );
    // Answered late before the periodic run has seen it.
    await staff.post('/api/desk/tickets/reply', { id: late, version: 1, body: 'Sorry' });
    expect(await runTicketJobs(database)).toMatchObject({ missed: 1 });
    expect(await runTicketJobs(database)).toMatchObject({ missed: 0 });
    expect((await visitor.get(`/api/portal/tickets/detail?id=${swept}`)).body).toMatchObject({
      sla: { state: 'missed', isKept: false },
      version: 2,
    });
    expect(await timelineOf(swept)).toEqual([['response_missed', 'system', 2]]);
    expect(await ticketOf(paused)).toMatchObject({ slaState: 'paused' });
    await staff.post('/api/desk/tickets/reply', { id: swept, version: 2, body: 'Sorry' });
    await staff.post('/api/desk/tickets/reply', { id: kept, version: 1, body: 'Here' });
    for (const id of [late, swept])
      expect((await timelineOf(id)).filter(([kind]) => kind === 'response_missed')).toHaveLength(1);
    const figures = await visitor.get('/api/portal/tickets/figures');
    const { months } = figures.body;
    expect([figures.status, months.length]).toEqual([200, 12]);
    expect(months.at(-1)).toMatchObject({ promised: 3, kept: 1, missed: 2 });
    // Two of three took the whole four hours or more.
    expect(months.at(-1).medianMinutes).toBeGreaterThanOrEqual(240);
    expect(months[0]).toMatchObject({ promised: 0, kept: 0, missed: 0, medianMinutes: null });
    const ofCustomer = await staff.get(`/api/desk/tickets/figures?customerId=${owner.id}`);
    expect(ofCustomer.body).toEqual(figures.body);
    const other = await makeCustomer(database, 'Other');
    expect((await portal(other).get('/api/portal/tickets/figures')).body.months.at(-1)).toMatchObject({ promised: 0 });
    const all = await staff.get('/api/desk/tickets/figures');
    expect(all.body.months.at(-1).promised).toBeGreaterThanOrEqual(3);
  });

  test('a resolution has a target of its own: it pauses for the customer, starts again, and is missed once', async () => {
    const visitor = portal(await makeCustomer(database, 'Resolving'));
    const staff = await desk({ permissions: ['support'] });
    const created = await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D' });
    const id = created.body.id as string;
    const version = async () => (await ticketOf(id)).version;
    const reply = async (next: string) =>
      staff.post('/api/desk/tickets/reply', { id, version: await version(), body: 'B', next });
    const target = async () => {
      const { body } = await visitor.get(`/api/portal/tickets/detail?id=${id}`);
      return body.sla.resolution;
    };
    const queued = async () => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    expect(await target()).toMatchObject({ state: 'running', minutes: 2400, isKept: null });
    expect(await queued()).toMatchObject({
      dueKind: 'response',
      slaState: 'running',
      minutesLeft: expect.any(Number),
      targetMinutes: 240,
    });

    await reply('ask');
    expect(await target()).toMatchObject({ state: 'paused' });
    expect(await queued()).toMatchObject({ dueKind: 'resolution', slaState: 'paused', targetMinutes: 2400 });
    // No time passes: as much is left as there was when the clock stopped.
    expect((await queued()).minutesLeft).toBeGreaterThanOrEqual(2398);
    await visitor.post('/api/portal/tickets/reply', { id, body: 'Yes' });
    const { dueAt } = await target();
    expect(await queued()).toMatchObject({ dueKind: 'resolution', dueAt, slaState: 'running' });

    const expire = () =>
      asOperator(database, (tx) =>
        tx.execute(sql`UPDATE tickets SET resolution_due_at = now() - interval '1 minute' WHERE id = ${id}`),
      );
    await expire();
    expect(await runTicketJobs(database)).toMatchObject({ missed: 1 });
    expect(await runTicketJobs(database)).toMatchObject({ missed: 0 });
    expect(await target()).toMatchObject({ state: 'missed', isKept: false });
    await reply('resolve');
    expect(await target()).toMatchObject({ state: 'missed', isKept: false });
    expect(await queued()).toMatchObject({ dueKind: null, dueAt: null, minutesLeft: null });

    await visitor.post('/api/portal/tickets/answer', { id, works: false });
    expect(await target()).toMatchObject({ state: 'running', isKept: null });
    await reply('resolve');
    expect(await target()).toMatchObject({ state: 'met', isKept: true });
    const kinds = (await timelineOf(id)).map(([kind]) => kind);
    expect(kinds.filter((kind) => kind === 'resolution_missed')).toHaveLength(1);
    const events = await asOperator(database, (tx) => tx.select().from(ticketEvents).orderBy(ticketEvents.position));
    const resolved = events.filter(({ ticketId, payload }) => ticketId === id && payload['to'] === 'resolved');
    expect(resolved.map(({ payload }) => payload['isKept'])).toEqual([false, true]);
    expect(resolved.map(({ payload }) => Number(payload['minutes']) >= 2400)).toEqual([true, false]);
  });

  test('the database lets a job write nothing else', async () => {
    const { id: customerId } = await makeCustomer(database, 'Limited');
    const { id } = await makeTicket(customerId, { status: 'in_progress' });
    for (const [changed, message] of [
      [{ status: 'closed' }, null],
      [{ assignee_id: customerId }, null],
      [{ merged_into_id: customerId }, null],
      [{}, { body: 'B', source: 'portal' }],
    ])
      await expect(
        database.pool.query(`SELECT save_ticket_as_system($1, 1, $2, $3, '[]')`, [id, changed, message]),
      ).rejects.toMatchObject({ code: '42501' });
  });

  test('the server does it while it runs, and says when it does it again', async () => {
    const { id: customerId } = await makeCustomer(database, 'Periodic');
    const { id } = await makeTicket(customerId, { status: 'resolved', resolvedAt: ago(8) });
    const log = createLog('silent');
    const deps = { database: () => database, handlers: ticketHandlers(log), log, name: 'job', pollIntervalMs: 5 };
    const isWaiting = `kind IN ('sla-check', 'auto-close') AND done_at IS NULL AND next_attempt_at > now()`;
    const first = startWorker(deps);
    const waiting = async () => (await database.pool.query(`SELECT FROM jobs WHERE ${isWaiting}`)).rowCount;
    await expect.poll(waiting).toBe(2);
    await database.pool.query(`UPDATE jobs SET next_attempt_at = now() WHERE ${isWaiting}`);
    await expect.poll(async () => (await ticketOf(id)).status).toBe('closed');
    await expect.poll(waiting).toBe(2);
    await first.stop();
    // Lost, for example by a mistake of the operator: the next start enqueues them again.
    await database.pool.query(`DELETE FROM jobs WHERE kind IN ('sla-check', 'auto-close')`);
    const second = startWorker(deps);
    await expect.poll(waiting).toBe(2);
    await second.stop();
  });
});

describe('the next check of tickets', () => {
  const none = { response: null, responseWarning: null, resolution: null, resolutionWarning: null, snooze: null };
  // A Wednesday, in office hours.
  const now = new Date('2026-11-18T10:00:00Z');
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  test.each<[string, Partial<Deadlines>, number]>([
    ['nothing is due', {}, 15],
    ['something is due tomorrow', { response: inMinutes(1440), snooze: inMinutes(1440) }, 15],
    ['a ticket wakes in seven and a half minutes', { snooze: inMinutes(7.5) }, 8],
    ['a response is overdue in three', { response: inMinutes(3) }, 4],
    ['one that a request holds is overdue already', { resolution: inMinutes(-60) }, 1],
    ['a warning is due in five', { responseWarning: inMinutes(slaWarningMinutes.response + 5) }, 5],
    ['a warning of a resolution is due at once', { resolutionWarning: inMinutes(10) }, 1],
  ])('%s', (_what, deadlines, minutes) => {
    expect(minutesUntilDue({ ...none, ...deadlines }, now)).toBe(minutes);
  });
});
