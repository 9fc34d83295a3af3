import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openSource, server, type Timeouts } from '#api/db/connect.ts';
import { isConnectionError } from '#api/lib/errors.ts';
import { createLog } from '#api/lib/log.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { runIfDue } from '#main/admin/retention/apply-retention.ts';
import { assertDefined, browser, makeCustomer, makeUser, openApi } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { databaseOutage, silentDatabase, startDatabaseProxy, stoppedBackends, withFault } from './faults.ts';

const log = createLog('silent');
const poolSize = 10;
// Short, to keep the tests short.
const timeouts: Timeouts = {
  connect: 1_000,
  query: 800,
  statement: 60_000,
  lock: 60_000,
  idleInTransaction: 60_000,
  stuckAfter: 100,
};
const password = 'a password for faults';
const newEmail = () => `${randomUUID()}@example.com`;

describeDatabase({ only: 'postgresql' }, async ({ database }) => {
  const proxy = await startDatabaseProxy(assertDefined(database.url));
  const remote = await openSource(server(proxy.url), log, timeouts);
  const api = await openApi(remote, { readLimit: 0, ticketLimit: 0 });
  let email: string;
  let cookie: string;

  afterAll(async () => {
    await proxy.cut();
    await remote.close();
  });
  beforeEach(async () => {
    const { id } = await makeCustomer(database, 'Cabinet');
    ({ email, cookie } = await makeUser(database, { customerId: id, password }));
    await expectWholePool();
  });

  /** Every connection of the pool can be used at once. */
  async function expectWholePool(): Promise<void> {
    const countUsable = async () => {
      const asked = await Promise.allSettled(Array.from({ length: poolSize }, () => remote.pool.connect()));
      const clients = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const pids = await Promise.allSettled(
        clients.map(
          async (client) => (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid,
        ),
      );
      clients.forEach((client, at) => client.release(pids[at]?.status === 'rejected'));
      return new Set(pids.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))).size;
    };
    await expect.poll(countUsable).toBe(poolSize);
  }

  const user = () => browser(api, { cookie, ipAddress: `198.51.${Math.floor(Math.random() * 250)}.7` });
  const ticket = { subject: 'Ticket', description: 'Created while nothing answers' };
  const transport = { send: () => Promise.resolve(), verify: async () => {}, close: () => undefined };
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: unknown) => (isConnectionError(error) ? 503 : String(error)),
    );
  const statusOf = async (answer: ReturnType<ReturnType<typeof user>['get']>) => {
    const { status, headers, body } = await answer;
    if (status < 500) return status;
    const isAnnounced = status === 503 && /^\d+$/.test(headers.get('retry-after') ?? '');
    return isAnnounced ? status : `${status} ${JSON.stringify(body)}`;
  };

  type Kind = () => Promise<number | string>;
  const transactions: [string, Kind][] = [
    ['sign-in', () => statusOf(browser(api).post('/api/auth/sign-in/password', { email, password }))],
    ['sign-out', () => statusOf(user().post('/api/auth/sign-out'))],
    [
      'password change',
      () =>
        statusOf(
          user().post('/api/auth/password/change', { currentPassword: password, newPassword: `${password} changed` }),
        ),
    ],
  ];
  const kinds: [string, Kind][] = [
    ...transactions,
    ['list', () => statusOf(user().get('/api/portal/tickets'))],
    ['new ticket', () => statusOf(user().post('/api/portal/tickets', ticket))],
    ['export note', () => statusOf(user().post('/api/portal/exports', { list: 'tickets', rows: 1 }))],
    ['sign-up', () => statusOf(browser(api).post('/api/auth/sign-up', { email: newEmail(), password }))],
    ['reset request', () => statusOf(browser(api).post('/api/auth/password/request-reset', { email }))],
    ['mail link', () => statusOf(browser(api).post('/api/auth/email/confirm', { token: 'any' }))],
    ['confirmation', () => statusOf(user().post('/api/auth/password/confirm', { password }))],
    ['mail delivery', () => outcome(deliverDue({ database: remote, transport, log }))],
    ['retention', () => outcome(runIfDue(remote, '/nowhere', new Date()))],
  ];
  const fourTimes = (kind: Kind) => Promise.all(Array.from({ length: 4 }, kind));

  test.each(kinds)('%s: 503 while the network is silent, and a whole pool afterwards', async (_name, kind) => {
    await enqueueMail(database.orm, { template: 'account-exists', recipient: email, locale: 'en', data: {} } as never);
    const statuses = await withFault(silentDatabase(proxy), () => fourTimes(kind));
    expect(statuses).toEqual(Array(4).fill(503));
    await expectWholePool();
  });

  const batches = kinds.filter(([name]) => ['list', 'new ticket'].includes(name));
  test.each(batches)('%s: silence in the middle of its batch loses no connection', async (_name, kind) => {
    const statuses = await withFault(silentDatabase(proxy, /set_tenant_context|set-tenant-/), () => fourTimes(kind));
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => ![200, 201, 503].includes(Number(status)))).toEqual([]);
    await expectWholePool();
  });

  test.each(transactions)('%s: silence from its BEGIN on loses no connection', async (_name, kind) => {
    const statuses = await withFault(silentDatabase(proxy, /BEGIN/i), () => fourTimes(kind));
    expect(statuses).toEqual(Array(4).fill(503));
    await expectWholePool();
  });

  test.each(transactions)('%s: silence from its COMMIT on loses no connection', async (_name, kind) => {
    const statuses = await withFault(silentDatabase(proxy, /COMMIT/i), () => fourTimes(kind));
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => status !== 503 && status !== 401 && status !== 200)).toEqual([]);
    await expectWholePool();
  });

  test('backends that stop during every kind of request and continue: a whole pool afterwards', async (context) => {
    const recover = await stoppedBackends(assertDefined(database.url)).inject();
    context.skip(recover === undefined, 'PostgreSQL runs on another machine');
    try {
      const named = await Promise.all(kinds.map(async ([name, kind]) => [name, await fourTimes(kind)] as const));
      for (const [name, statuses] of named)
        expect(
          statuses.filter((one) => typeof one === 'string'),
          name,
        ).toEqual([]);
      expect(named.flatMap(([, statuses]) => statuses)).toContain(503);
    } finally {
      recover?.();
    }
    await expectWholePool();
    await expect.poll(() => statusOf(user().get('/api/portal/tickets'))).toBeLessThan(500);
  });

  test('/healthz: 503 if the pool never gets its connections back although the database answers, 200 during an outage', async () => {
    const health = async () => (await api.request('/healthz')).status;
    await expect.poll(health).toBe(200);
    const leaked = await Promise.all(Array.from({ length: poolSize }, () => remote.pool.connect()));
    await expect.poll(health).toBe(503);
    await withFault(databaseOutage(proxy), async () => {
      await expect.poll(health).toBe(200);
    });
    await expect.poll(health).toBe(503);
    for (const client of leaked) client.release(true);
    await expectWholePool();
    await expect.poll(health).toBe(200);
  });

  test.each([
    ['a statement timeout', { statement: 300, query: 60_000 }],
    ['a lock timeout', { lock: 300, query: 60_000 }],
  ])('%s is a 503 with Retry-After', async (_what, shorter) => {
    const limited = await openSource(server(assertDefined(database.url)), log, { ...timeouts, ...shorter });
    const waiting = browser(await openApi(limited), { cookie });
    const holder = await database.pool.connect();
    await holder.query('BEGIN; SET LOCAL ROLE NONE; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    try {
      for (const path of ['/api/portal/tickets', '/api/auth/session'])
        expect(await statusOf(waiting.get(path)), path).toBe(503);
      expect(await statusOf(waiting.post('/api/auth/sign-out'))).toBe(503);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await expect.poll(() => statusOf(waiting.get('/api/portal/tickets'))).toBe(200);
    await limited.close();
  });
});
