import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { pendingReplies } from '#api/db/conversation-schema.ts';
import { staffMembers, tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { undoSeconds } from '#contract/ticket-states.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { replyHandlers } from './pending-replies.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'pending-replies-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describeApi({ settings: { readLimit: 0, ticketLimit: 0, dataDir } }, ({ database, api, engine, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);
  const handlers = replyHandlers(() => database);
  const log = createLog('silent');
  /** Publishes all pending replies, as an instance does once they are due. */
  const publish = (later = undoSeconds) =>
    runDue({ database, handlers, log, now: new Date(Date.now() + later * 1000), atOnce: 50 });

  const isOf = (id: string) => (row: { ticketId: string }) => row.ticketId === id;
  const setUp = async (more: object = {}) => {
    const staff = await desk({ permissions: ['support'] });
    const opened = await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' });
    const { id } = opened.body as { id: string };
    const detail = async () => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    const key = { 'Idempotency-Key': randomUUID() };
    const written = { id, version: (await detail()).version, body: 'Unplug it.', undoSeconds, ...more };
    const send = (changed: object = {}) => staff.post('/api/desk/tickets/reply', { ...written, ...changed }, key);
    const undo = (replyId: unknown, who = staff) => who.post('/api/desk/tickets/undo-reply', { id: replyId });
    const messages = async () => {
      const { items } = (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body;
      return (items as { kind: string; body: string }[])
        .filter(({ kind }) => kind === 'message')
        .map(({ body }) => body);
    };
    return { staff, id, detail, send, undo, messages };
  };

  test('nobody else sees a reply before its time, and nothing happens to the ticket', async () => {
    const { staff, id, detail, send, messages } = await setUp({ next: 'resolve', addTags: ['Smoke'] });
    const colleague = await desk({ permissions: ['support'] });
    const before = (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
    const { status, body } = await send();
    expect([status, body.messageId, body.items]).toEqual([201, null, []]);
    expect(body.pendingReply).toMatchObject({ body: 'Unplug it.', problem: null });
    expect(body.pendingReply.seconds).toBeLessThanOrEqual(undoSeconds);
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toEqual(before);
    expect(await messages()).toEqual([]);
    for (const path of ['detail', 'thread', 'files'])
      expect(JSON.stringify((await colleague.get(`/api/desk/tickets/${path}?id=${id}`)).body)).not.toContain('Unplug');
    const { rows } = await database.pool.query(
      `SELECT FROM jobs WHERE ticket_id = $1 AND kind = 'ticket-notice' AND (data->>'since')::integer > 0`,
      [id],
    );
    expect(rows).toEqual([]);

    expect(await publish(-1)).toBe(0);
    await publish();
    expect(await messages()).toEqual(['Unplug it.']);
    expect(await detail()).toMatchObject({
      status: 'resolved',
      assigneeId: staff.userId,
      tags: ['Smoke'],
      pendingReply: null,
      sla: { respondedAt: expect.any(String) },
    });
  });

  test('its author takes it back with its files, once, and can send it again', async () => {
    const { staff, id, detail, send, undo, messages } = await setUp();
    const colleague = await desk({ permissions: ['support'] });
    const fileId = (await staff.put(`/api/desk/tickets/file?id=${id}&name=fire.png`, png)).body.id as string;
    const { pendingReply } = (await send({ fileIds: [fileId], priority: 'high' })).body;
    expect((await undo(pendingReply.id, colleague)).status).toBe(409);
    const taken = await undo(pendingReply.id);
    expect(taken.body).toEqual({
      body: 'Unplug it.',
      version: 1,
      next: 'reply',
      fileIds: [fileId],
      priority: 'high',
    });
    expect((await undo(pendingReply.id)).body.error.code).toBe('changed_meanwhile');
    await publish();
    expect([await messages(), (await detail()).pendingReply]).toEqual([[], null]);
    const { files } = (await staff.get(`/api/desk/tickets/files?id=${id}`)).body;
    expect(files).toMatchObject([{ id: fileId, isSent: false }]);

    const again = (await send({ fileIds: [fileId] })).body.pendingReply;
    await publish();
    expect(await messages()).toEqual(['Unplug it.']);
    expect((await undo(again.id)).status).toBe(409);
  });

  test('sent twice, or by two tabs, one reply waits', async () => {
    const { send, messages, undo } = await setUp();
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.pendingReply.id).toBe(second.body.pendingReply.id);
    const other = await send({ body: 'Something else.' });
    expect([other.status, other.body.error.code]).toEqual([409, 'changed_meanwhile']);
    expect(other.body.current.pendingReply.id).toBe(first.body.pendingReply.id);
    await publish();
    expect((await send()).body.messageId).toEqual(expect.any(String));
    expect(await messages()).toEqual(['Unplug it.']);
    expect((await undo(first.body.pendingReply.id)).status).toBe(409);
  });

  test.each(engine === 'postgresql' ? [1, 2, 3, 4] : [1])(
    'two instances and the author at once: published or taken back, never both (%i)',
    async () => {
      const { send, undo, messages } = await setUp();
      const { pendingReply } = (await send()).body;
      const [, undone] = await Promise.all([publish(), undo(pendingReply.id), publish()]);
      expect([undone.status, await messages()]).toEqual(undone.status === 200 ? [200, []] : [409, ['Unplug it.']]);
    },
  );

  test('an instance that dies while it publishes leaves it to the next one', async () => {
    const { id, send, messages } = await setUp();
    await send();
    const dying = { reply: { run: () => new Promise<never>(() => {}) } };
    void runDue({ database, handlers: dying, log, now: new Date(Date.now() + 11_000), atOnce: 50, leaseSeconds: 30 });
    const claimed = `SELECT FROM jobs WHERE kind = 'reply' AND ticket_id = $1 AND attempts = 1`;
    await expect.poll(async () => (await database.pool.query(claimed, [id])).rowCount).toBe(1);
    await publish(12);
    expect(await messages()).toEqual([]);
    await publish(60);
    expect(await messages()).toEqual(['Unplug it.']);
  });

  test.each([
    ['a colleague has replied', 'reply', { body: 'Wait.' }],
    ['a colleague has closed the ticket', 'change', { status: 'closed' }],
    ['the ticket was merged', 'merge', { addPeople: false }],
    ['the ticket was moved to another customer', 'move', {}],
  ])('it returns to its author because %s', async (_why, action, change) => {
    const { id, detail, send, undo } = await setUp();
    const colleague = await desk({ permissions: ['support'] });
    const { id: intoId } = (await visitor.post('/api/portal/tickets', { subject: 'Same', description: 'Same.' })).body;
    const { pendingReply } = (await send()).body;
    const more = {
      merge: { intoId },
      move: { customerId: action === 'move' ? (await makeCustomer(database, 'Other')).id : undefined },
    }[action];
    const done = await colleague.post(`/api/desk/tickets/${action}`, { id, version: 1, ...change, ...more });
    expect(done.status).toBeLessThan(300);
    await publish();
    const thread = await colleague.get(`/api/desk/tickets/thread?id=${id}`);
    expect(JSON.stringify(thread.body)).not.toContain('Unplug');
    expect(await detail()).toMatchObject({
      pendingReply: { id: pendingReply.id, problem: 'changed_meanwhile' },
    });
    await publish(60);
    expect((await undo(pendingReply.id)).body).toMatchObject({ body: 'Unplug it.', version: 1 });
  });

  test('what the customer writes stops nothing, and stays unread', async () => {
    const { id, detail, send, messages } = await setUp({ next: 'ask' });
    await send();
    await visitor.post('/api/portal/tickets/reply', { id, body: 'Hurry.' });
    await publish();
    expect(await messages()).toEqual(['Hurry.', 'Unplug it.']);
    expect(await detail()).toMatchObject({ status: 'waiting_customer', unreadSince: expect.any(String) });
  });

  test('a ticket that the customer closes is not answered', async () => {
    const { id, detail, send, messages } = await setUp({ next: 'ask' });
    await send();
    expect((await visitor.post('/api/portal/tickets/change', { id, change: 'solved' })).status).toBe(200);
    await publish();
    expect(await messages()).toEqual([]);
    expect(await detail()).toMatchObject({ status: 'closed', pendingReply: { problem: 'changed_meanwhile' } });
  });

  test('a status that the author chooses after sending stays', async () => {
    const { staff, id, detail, send, messages } = await setUp({ next: 'ask' });
    await send();
    await staff.post('/api/desk/tickets/change', { id, version: 1, status: 'closed' });
    await publish();
    expect([await messages(), (await detail()).status]).toEqual([['Unplug it.'], 'closed']);
  });

  test('without the right to write to tickets it is not published, and with its ticket it is gone', async () => {
    const { staff, id, detail, send, messages } = await setUp();
    await send();
    const setActive = (active: boolean) =>
      asOperator(database, (tx) =>
        tx.update(staffMembers).set({ active }).where(eq(staffMembers.userId, staff.userId)),
      );
    await staff.post('/api/desk/tickets/mark-read', { id });
    await setActive(false);
    await publish();
    expect(await messages()).toEqual([]);
    await setActive(true);
    expect(await detail()).toMatchObject({ pendingReply: { problem: 'forbidden' }, unreadSince: expect.any(String) });
    await asOperator(database, (tx) => tx.delete(tickets).where(eq(tickets.id, id)));
    expect((await asOperator(database, (tx) => tx.select().from(pendingReplies))).filter(isOf(id))).toEqual([]);
  });
});
