import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openSource, server, type Timeouts } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { keepIfDue } from '#api/admin/retention/daily.ts';
import { type Api, browser, makeCustomer, makeUser, assertDefined, openApi } from '#tests/support/api.ts';
import { backendsOf, stopBackends } from './stopped-backends.ts';
import { type Cable, layCable } from './tcp-proxy.ts';
import { hasPostgres } from '#tests/support/database.ts';

const log = createLog('silent');
const siteUrl = 'http://portal.test';
const poolSize = 10;
// Short, so that the tests are: how long anything takes is not what they look at.
const timeouts: Timeouts = {
  connect: 2_000,
  query: 1_500,
  statement: 60_000,
  lock: 60_000,
  idleInTransaction: 60_000,
  stuckAfter: 100,
};
const patient = { timeout: 50_000 };
const password = 'a password for faults';
const newEmail = () => `${randomUUID()}@example.com`;

describe.runIf(hasPostgres)('a database that no longer answers', () => {
  let database: TestDatabase;
  let cable: Cable;
  let remote: Database;
  let api: Api;
  let email: string;
  let cookie: string;

  beforeAll(async () => {
    database = await freshDatabase('postgresql');
    cable = await layCable(assertDefined(database.url));
    remote = await openSource(server(cable.url), log, timeouts);
    api = await openApi(remote, { readLimit: 0, ticketLimit: 0 });
  });
  afterAll(async () => {
    await cable.cut();
    await remote.close();
    await database.close();
  });
  beforeEach(async () => {
    const { id } = await makeCustomer(database, 'Cabinet');
    ({ email, cookie } = await makeUser(database, { customerId: id, password }));
    await isWhole();
  });

  /** As many connections as the pool may have, all at once, and all of them work. */
  async function isWhole(): Promise<void> {
    const borrowed = async () => {
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
    await expect.poll(borrowed, patient).toBe(poolSize);
  }

  const visitor = () => browser(api, { cookie, ipAddress: `198.51.${Math.floor(Math.random() * 250)}.7` });
  const ticket = { subject: 'Ticket', description: 'Made while nothing answers' };
  const transport = { send: () => Promise.resolve(), close: () => undefined };
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: unknown) => (isConnectionError(error) ? 503 : String(error)),
    );
  const statusOf = async (answer: ReturnType<ReturnType<typeof visitor>['get']>) => {
    const { status, headers, body } = await answer;
    if (status < 500) return status;
    const isAnnounced = status === 503 && /^\d+$/.test(headers.get('retry-after') ?? '');
    return isAnnounced ? status : `${status} ${JSON.stringify(body)}`;
  };

  type Kind = () => Promise<number | string>;
  const transactions: [string, Kind][] = [
    ['sign-in', () => statusOf(browser(api).post('/api/auth/sign-in/email', { email, password }))],
    ['sign-out', () => statusOf(visitor().post('/api/auth/sign-out'))],
    [
      'password change',
      () =>
        statusOf(
          visitor().post('/api/auth/change-password', { currentPassword: password, newPassword: `${password} anew` }),
        ),
    ],
  ];
  const kinds: [string, Kind][] = [
    ...transactions,
    ['list', () => statusOf(visitor().get('/api/portal/tickets'))],
    ['new ticket', () => statusOf(visitor().post('/api/portal/tickets', ticket))],
    ['export note', () => statusOf(visitor().post('/api/portal/exports', { list: 'tickets', rows: 1 }))],
    ['sign-up', () => statusOf(browser(api).post('/api/auth/sign-up/email', { email: newEmail(), password }))],
    ['reset request', () => statusOf(browser(api).post('/api/auth/request-password-reset', { email }))],
    ['mail link', () => statusOf(browser(api).post('/api/auth/confirm-email', { token: 'any' }))],
    ['confirmation', () => statusOf(visitor().post('/api/auth/confirm/password', { password }))],
    ['mail delivery', () => outcome(deliverDue({ database: remote, transport, siteUrl, log }))],
    ['retention', () => outcome(keepIfDue(remote, '/nowhere', new Date()))],
  ];
  const fourTimes = (kind: Kind) => Promise.all(Array.from({ length: 4 }, kind));

  test.each(kinds)('%s: 503 while the network is silent, and a whole pool afterwards', async (_name, kind) => {
    await enqueueMail(database.orm, { template: 'account-exists', recipient: email, locale: 'en', data: {} } as never);
    cable.silence();
    const statuses = await fourTimes(kind);
    cable.resume();
    expect(statuses).toEqual(Array(4).fill(503));
    await isWhole();
  });

  const batches = kinds.filter(([name]) => ['list', 'new ticket'].includes(name));
  test.each(batches)('%s: silence in the middle of its batch loses no connection', async (_name, kind) => {
    cable.silence(/set_tenant_context|set-tenant-/);
    const statuses = await fourTimes(kind);
    cable.resume();
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => ![200, 201, 503].includes(Number(status)))).toEqual([]);
    await isWhole();
  });

  test.each(transactions)('%s: silence from its BEGIN on loses no connection', async (_name, kind) => {
    cable.silence(/BEGIN/i);
    const statuses = await fourTimes(kind);
    cable.resume();
    expect(statuses).toEqual(Array(4).fill(503));
    await isWhole();
  });

  test.each(transactions)('%s: silence from its COMMIT on loses no connection', async (_name, kind) => {
    cable.silence(/COMMIT/i);
    const statuses = await fourTimes(kind);
    cable.resume();
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => status !== 503 && status !== 401 && status !== 200)).toEqual([]);
    await isWhole();
  });

  test('backends that are stopped under every kind of request, and go on: a whole pool afterwards', async (context) => {
    const pids = await backendsOf(assertDefined(database.url));
    context.skip(pids.length === 0, 'PostgreSQL is on another machine');
    const goOn = stopBackends(pids);
    try {
      const named = await Promise.all(kinds.map(async ([name, kind]) => [name, await fourTimes(kind)] as const));
      for (const [name, statuses] of named)
        expect(
          statuses.filter((one) => typeof one === 'string'),
          name,
        ).toEqual([]);
      expect(named.flatMap(([, statuses]) => statuses)).toContain(503);
    } finally {
      goOn();
    }
    await isWhole();
    await expect.poll(() => statusOf(visitor().get('/api/portal/tickets')), patient).toBeLessThan(500);
  });

  test('/healthz: 503 where the pool never gets its connections back although the database answers, 200 where it is away', async () => {
    const health = async () => (await api.request('/healthz')).status;
    await expect.poll(health, patient).toBe(200);
    const kept = await Promise.all(Array.from({ length: poolSize }, () => remote.pool.connect()));
    await expect.poll(health, patient).toBe(503);
    await cable.cut();
    await expect.poll(health, patient).toBe(200);
    await cable.mend();
    await expect.poll(health, patient).toBe(503);
    for (const client of kept) client.release(true);
    await isWhole();
    await expect.poll(health, patient).toBe(200);
  });

  test.each([
    ['a statement timeout', { statement: 300, query: 60_000 }],
    ['a lock timeout', { lock: 300, query: 60_000 }],
  ])('%s is told with 503 and Retry-After', async (_what, shorter) => {
    const impatient = await openSource(server(assertDefined(database.url)), log, { ...timeouts, ...shorter });
    const waiting = browser(await openApi(impatient), { cookie });
    const holder = await database.pool.connect();
    await holder.query('BEGIN; SET LOCAL ROLE NONE; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    try {
      for (const path of ['/api/portal/tickets', '/api/auth/get-session'])
        expect(await statusOf(waiting.get(path)), path).toBe(503);
      expect(await statusOf(waiting.post('/api/auth/sign-out'))).toBe(503);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await expect.poll(() => statusOf(waiting.get('/api/portal/tickets')), patient).toBe(200);
    await impatient.close();
  });
});
