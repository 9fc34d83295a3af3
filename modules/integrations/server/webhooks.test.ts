import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { assertDefined, makeCustomer, secret } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';
import { signature, webhookHandlers } from './webhook-jobs.ts';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}
const received: Received[] = [];
let respond = { status: 204, headers: {} as Record<string, string> };
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(respond.status, respond.headers).end('thanks');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => void receiver.close());

const wanted = { url: 'https://books.example/hook', events: ['payment.recorded', 'customer.changed'] };

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { desk, eventsOf } = setUpDesk(database, api);
  const { makeKey } = setUpKeys(database, api);
  const log = createLog('silent');
  const handlers = webhookHandlers({
    database: () => database,
    keys: deriveKeys(secret).webhooks,
    log,
    network: { allowsLoopback: true },
  });
  // Without a delay the time of the database decides: a Date has milliseconds only, and would be before a job of the same millisecond.
  const work = async (later?: number) => {
    const now = later === undefined ? undefined : new Date(Date.now() + later * 1000);
    while ((await runDue({ database, handlers, log, now, atOnce: 1 })) > 0);
  };
  const rowsOf = async (statement: ReturnType<typeof sql>) =>
    (await asOperator(database, (tx) => tx.execute(statement))).rows;
  afterEach(async () => {
    received.length = 0;
    respond = { status: 204, headers: {} };
    await rowsOf(sql`DELETE FROM webhook_endpoints`);
    await database.pool.query(`DELETE FROM jobs WHERE kind = 'webhook'`);
  });
  const setUp = async () => {
    const staff = await desk({ permissions: ['admin'] });
    const { body } = await staff.post('/api/desk/webhooks', wanted);
    await rowsOf(sql`UPDATE webhook_endpoints SET url = ${url}`);
    return { staff, secret: body.secret as string, id: body.items[0].id as string };
  };
  const isSignedBy = (by: string, { headers, body }: Received) => {
    const expected = signature(by, String(headers['webhook-id']), String(headers['webhook-timestamp']), body);
    return String(headers['webhook-signature']).split(' ').includes(expected);
  };

  test('what happens is told once, signed, with ids and numbers only', async () => {
    const { secret: shown, staff, id } = await setUp();
    expect(shown).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(JSON.stringify(await rowsOf(sql`SELECT * FROM webhook_endpoints`))).not.toContain(shown.slice(6));
    const customer = await makeCustomer(database, 'Told');
    await work();
    // The command line tells nobody.
    expect(received).toEqual([]);
    const program = await makeKey();
    const payment = {
      customer: customer.id,
      amount: '5',
      paymentDate: '2026-01-01',
      paymentMethod: 'cash',
      notes: 'private',
    };
    await program.send('PUT', '/payments/P-1', payment);
    await program.send('PUT', '/payments/P-1', payment);
    await work();
    expect(received).toHaveLength(1);
    const [message] = received;
    const told = JSON.parse(assertDefined(message).body);
    expect(told).toMatchObject({
      type: 'payment.recorded',
      data: { number: 'P-1', amount: '5.00', customer: { id: customer.id } },
    });
    expect(assertDefined(message).body).not.toContain('private');
    expect(isSignedBy(shown, assertDefined(message))).toBe(true);
    expect(isSignedBy('whsec_AAAA', assertDefined(message))).toBe(false);
    const { items } = (await staff.get(`/api/desk/webhooks/messages?id=${id}`)).body;
    expect(items).toMatchObject([{ event: 'payment.recorded', attempts: 1, status: 204, problem: null }]);
  });

  test('a failed message is sent again with the same id and body, also by hand', async () => {
    const { staff, id, secret: shown } = await setUp();
    respond = { status: 302, headers: { Location: 'http://127.0.0.1:1/' } };
    await staff.post('/api/desk/webhooks/send-test', { id });
    await work();
    expect(received).toHaveLength(1);
    respond = { status: 200, headers: {} };
    await work(3600);
    await work(7200);
    expect(received).toHaveLength(2);
    const { items } = (await staff.get(`/api/desk/webhooks/messages?id=${id}`)).body;
    expect(items).toMatchObject([{ event: 'test', attempts: 2, status: 200 }]);
    const changed = await staff.post('/api/desk/webhooks/change-secret', { id });
    expect((await staff.post('/api/desk/webhooks/resend', { id: items[0].id })).status).toBe(200);
    await work();
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([items[0].id]));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    // Both secrets sign for a day.
    expect([shown, changed.body.secret].map((one) => isSignedBy(one, assertDefined(received[2])))).toEqual([
      true,
      true,
    ]);
  });

  test('a message that waits for its next attempt is sent at once by hand, but not to a disabled endpoint', async () => {
    const { staff, id } = await setUp();
    respond = { status: 500, headers: {} };
    await staff.post('/api/desk/webhooks/send-test', { id });
    await work();
    respond = { status: 200, headers: {} };
    await work();
    expect(received).toHaveLength(1);
    const messages = async () => (await staff.get(`/api/desk/webhooks/messages?id=${id}`)).body.items;
    const [{ id: message }] = await messages();
    expect((await staff.post('/api/desk/webhooks/resend', { id: message })).status).toBe(200);
    await work();
    expect(received).toHaveLength(2);
    await rowsOf(sql`UPDATE webhook_endpoints SET disabled_at = now()`);
    expect((await staff.post('/api/desk/webhooks/resend', { id: message })).status).toBe(404);
    expect(await messages()).toMatchObject([{ attempts: 2, deliveredAt: expect.any(String) }]);
  });

  test('after three days of failures it is disabled, until it is enabled again', async () => {
    const { staff, id } = await setUp();
    respond = { status: 500, headers: {} };
    await staff.post('/api/desk/webhooks/send-test', { id });
    await work();
    await rowsOf(sql`UPDATE webhook_endpoints SET failing_since = now() - interval '4 days'`);
    await work(3600);
    expect((await staff.get('/api/desk/webhooks')).body.items[0].disabledAt).not.toBeNull();
    await work(86_400);
    expect(received).toHaveLength(2);
    expect((await staff.post('/api/desk/webhooks/enable', { id })).body.items[0]).toMatchObject({
      disabledAt: null,
      failingSince: null,
    });
    expect((await staff.post('/api/desk/webhooks/remove', { id })).body.items).toEqual([]);
    expect(await eventsOf('webhook.removed', `webhook:${id}`)).toHaveLength(1);
    expect(await rowsOf(sql`SELECT * FROM webhook_messages`)).toEqual([]);
  });

  test('an endpoint that does not answer delays no other one, and gets its messages once it does', async () => {
    const { staff, id } = await setUp();
    await staff.post('/api/desk/webhooks', wanted);
    let tried = 0;
    const silent = createServer((request) => void request.on('data', () => undefined).on('end', () => (tried += 1)));
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    await rowsOf(sql`UPDATE webhook_endpoints SET url = CASE id WHEN ${id} THEN ${silentUrl} ELSE ${url} END`);
    for (let sent = 0; sent < 20; sent += 1) await staff.post('/api/desk/webhooks/send-test', { id });
    const [other] = await rowsOf(sql`SELECT id FROM webhook_endpoints WHERE id <> ${id}`);
    await staff.post('/api/desk/webhooks/send-test', { id: other?.['id'] });
    // The other endpoint answers at once, which takes longer on a busy machine.
    const network = { allowsLoopback: true, timeoutMs: 1000 };
    const impatient = webhookHandlers({ database: () => database, keys: deriveKeys(secret).webhooks, log, network });
    const due = (later: number) => runDue({ database, handlers: impatient, log, now: new Date(Date.now() + later) });
    while ((await due(1000)) > 0);
    expect([tried, received.length]).toEqual([5, 1]);
    silent.closeAllConnections();
    silent.close();
    await rowsOf(sql`UPDATE webhook_endpoints SET url = ${url}`);
    const { items } = (await staff.get(`/api/desk/webhooks/messages?id=${id}`)).body;
    await staff.post('/api/desk/webhooks/resend', { id: items[0].id });
    for (let later = 1; later <= 4; later += 1) while ((await due(later * 3600_000)) > 0);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(21);
    expect(await rowsOf(sql`SELECT id FROM webhook_endpoints WHERE paused_until IS NOT NULL`)).toEqual([]);
  });

  test('a pause is a quarter of the time since the first failure, from 30 seconds to ten minutes', async () => {
    const { staff, id } = await setUp();
    await staff.post('/api/desk/webhooks/send-test', { id });
    // In a transaction the time stands still.
    const pauseAfter = (failing: string | null) =>
      database.withOwner(async (owner) => {
        await owner.query('BEGIN');
        await owner.query('UPDATE webhook_endpoints SET failing_since = now() - $1::interval', [failing]);
        await owner.query(`SELECT record_webhook_attempt(id, NULL, 'timeout', 5001) FROM webhook_messages`);
        const { rows } = await owner.query<{ pause: string }>(
          'SELECT (paused_until - now())::text AS pause FROM webhook_endpoints',
        );
        await owner.query('ROLLBACK');
        return rows[0]?.pause;
      });
    expect(await pauseAfter(null)).toBe('00:00:30');
    expect(await pauseAfter('2 minutes')).toBe('00:00:30');
    expect(await pauseAfter('4 minutes')).toBe('00:01:00');
    expect(await pauseAfter('40 minutes')).toBe('00:10:00');
    expect(await pauseAfter('1 day')).toBe('00:10:00');
  });

  test('only admins with a recent confirmation add one, and only to https', async () => {
    const others = await desk({ permissions: ['support', 'accounts', 'sales', 'records'] });
    expect((await others.get('/api/desk/webhooks')).status).toBe(403);
    const staff = await desk({ permissions: ['admin'] });
    for (const wrong of [
      'http://x.example/',
      'https://u:p@x.example/',
      'file:///etc/passwd',
      'x',
      `https://x.example/${'a'.repeat(500)}`,
    ])
      expect((await staff.post('/api/desk/webhooks', { ...wanted, url: wrong })).status).toBe(400);
    expect((await staff.post('/api/desk/webhooks', { ...wanted, events: [] })).status).toBe(400);
    await rowsOf(sql`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = ${staff.userId}`);
    expect((await staff.post('/api/desk/webhooks', wanted)).body.error.code).toBe('confirmation_required');
  });
});
