import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSource, server } from '#api/db/connect.ts';
import { engines, freshDatabase } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { startDatabaseProxy } from '#tests/resilience/faults.ts';
import { assertDefined, browser, makeCustomer, openApi } from '#tests/support/api.ts';

const email = 'somebody@example.com';
const requests = [
  ['GET', '/api/portal/customers/current'],
  ['GET', '/api/portal/records/counts'],
  ['GET', '/api/portal/invoices'],
  ['GET', '/api/portal/invoices?q=paid'],
  ['POST', '/api/portal/tickets', { subject: 's', description: 'd' }],
  ['POST', '/api/auth/sign-in/password', { email, password: 'correct horse' }],
  ['POST', '/api/auth/sign-up', { email, password: 'correct horse' }],
  ['POST', '/api/auth/sign-out'],
  ['GET', '/api/auth/session'],
  ['POST', '/api/auth/password/request-reset', { email }],
  ['POST', '/api/auth/password/reset', { token: 'x', newPassword: 'correct horse' }],
  ['POST', '/api/auth/password/change', { currentPassword: 'x', newPassword: 'correct horse' }],
  ['GET', '/api/auth/sessions'],
] as const;

test.runIf(engines.includes('postgresql'))(
  'requests get 503 while PostgreSQL is unreachable, and succeed once it is back',
  async () => {
    const database = await freshDatabase('postgresql');
    const proxy = await startDatabaseProxy(assertDefined(database.url));
    const remote = await openSource(server(proxy.url), createLog('silent'));
    const api = await openApi(remote);
    const { cookie } = await makeCustomer(database, 'Retrying');
    const send = async ([method, path, body]: (typeof requests)[number]) => {
      const client = browser(api, { cookie });
      return method === 'GET' ? client.get(path) : client.post(path, body);
    };
    expect((await send(requests[2])).status).toBe(200);

    for (let time = 0; time < 2; time += 1) {
      await proxy.cut();
      for (const request of requests) {
        const response = await send(request);
        expect([request[1], response.status, response.body.error?.code]).toEqual([request[1], 503, 'unavailable']);
        expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      await proxy.reconnect();
      expect((await send(requests[2])).status).toBe(200);
    }

    const slow = remote.pool.query('SELECT pg_sleep(60)');
    const [one] = await Promise.all([
      slow.catch((error: Error) => error),
      new Promise((resolve) => setTimeout(resolve, 200)).then(() => proxy.cut()),
    ]);
    expect(one).toBeInstanceOf(Error);
    await proxy.reconnect();
    expect((await send(requests[4])).status).toBe(201);
    await remote.close();
    await proxy.cut();
    await database.close();
  },
);

test.runIf(engines.includes('postgresql'))('connections that PostgreSQL closes are replaced', async () => {
  const database = await freshDatabase('postgresql');
  const copy = await database.openInstance();
  const api = await openApi(copy);
  const { cookie } = await makeCustomer(database, 'Reconnecting');
  const client = browser(api, { cookie });
  await Promise.all(Array.from({ length: 8 }, () => client.get('/api/portal/records/counts')));
  const owner = await database.pool.connect();
  await owner.query('RESET ROLE');
  await owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  owner.release();
  const after = await Promise.all(Array.from({ length: 8 }, () => client.get('/api/portal/records/counts')));
  for (const { status } of after) expect([200, 503]).toContain(status);
  expect((await client.get('/api/portal/records/counts')).status).toBe(200);
  await database.close();
});

test('an embedded engine whose thread dies is restarted', async () => {
  const threads: Worker[] = [];
  const collect = (thread: Worker) => threads.push(thread);
  process.on('worker', collect);
  const database = await freshDatabase('embedded');
  process.off('worker', collect);
  const api = await openApi(database);
  const { cookie } = await makeCustomer(database, 'Lost with the thread');
  const client = browser(api, { cookie });
  expect((await client.get('/api/portal/records/counts')).status).toBe(200);
  await assertDefined(threads.at(-1)).terminate();
  // The data was in memory, so the session is gone: 401 shows that the restarted engine responds.
  await expect.poll(async () => (await client.get('/api/portal/records/counts')).status).toBe(401);
  await database.close();
});
