import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSource, server } from '#api/db/connect.ts';
import { engines, freshDatabase } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { browser, makeCustomer, assertDefined, openApi } from '#tests/support/api.ts';

/** A wire to the database that can be cut. */
async function wireTo(url: string) {
  const target = new URL(url);
  const farPort = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(farPort, target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => undefined));
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (port: number) => {
    wire.listen(port, '127.0.0.1');
    await once(wire, 'listening');
    return (wire.address() as AddressInfo).port;
  };
  const port = await listen(0);
  target.port = String(port);
  return {
    url: target.href,
    async cut() {
      wire.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await once(wire, 'close');
    },
    mend: () => listen(port),
  };
}

const email = 'somebody@example.com';
const attempts = [
  ['GET', '/api/portal/customer'],
  ['GET', '/api/portal/counts'],
  ['GET', '/api/portal/invoices'],
  ['GET', '/api/portal/invoices?q=paid'],
  ['POST', '/api/portal/tickets', { subject: 's', description: 'd' }],
  ['POST', '/api/auth/sign-in/email', { email, password: 'correct horse' }],
  ['POST', '/api/auth/sign-up/email', { email, password: 'correct horse' }],
  ['POST', '/api/auth/sign-out'],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/auth/request-password-reset', { email }],
  ['POST', '/api/auth/reset-password', { token: 'x', newPassword: 'correct horse' }],
  ['POST', '/api/auth/change-password', { currentPassword: 'x', newPassword: 'correct horse' }],
  ['GET', '/api/auth/list-sessions'],
] as const;

test.runIf(engines.includes('postgresql'))(
  'a PostgreSQL that goes away is told with 503, and found again when it is back',
  async () => {
    const database = await freshDatabase('postgresql');
    const wire = await wireTo(assertDefined(database.url));
    const remote = await openSource(server(wire.url), createLog('silent'));
    const api = await openApi(remote);
    const { cookie } = await makeCustomer(database, 'Waits');
    const ask = async ([method, path, body]: (typeof attempts)[number]) => {
      const visitor = browser(api, { cookie });
      return method === 'GET' ? visitor.get(path) : visitor.post(path, body);
    };
    expect((await ask(attempts[2])).status).toBe(200);

    for (let time = 0; time < 2; time += 1) {
      await wire.cut();
      for (const attempt of attempts) {
        const refused = await ask(attempt);
        expect([attempt[1], refused.status, refused.body.error?.code]).toEqual([attempt[1], 503, 'unavailable']);
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      await wire.mend();
      expect((await ask(attempts[2])).status).toBe(200);
    }

    const slow = remote.pool.query('SELECT pg_sleep(60)');
    const [one] = await Promise.all([
      slow.catch((error: Error) => error),
      new Promise((resolve) => setTimeout(resolve, 200)).then(() => wire.cut()),
    ]);
    expect(one).toBeInstanceOf(Error);
    await wire.mend();
    expect((await ask(attempts[4])).status).toBe(201);
    await remote.close();
    await wire.cut();
    await database.close();
  },
);

test.runIf(engines.includes('postgresql'))('connections that the server ends are replaced', async () => {
  const database = await freshDatabase('postgresql');
  const copy = await database.openInstance();
  const api = await openApi(copy);
  const { cookie } = await makeCustomer(database, 'Stays');
  const visitor = browser(api, { cookie });
  await Promise.all(Array.from({ length: 8 }, () => visitor.get('/api/portal/counts')));
  const owner = await database.pool.connect();
  await owner.query('RESET ROLE');
  await owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  owner.release();
  const after = await Promise.all(Array.from({ length: 8 }, () => visitor.get('/api/portal/counts')));
  for (const { status } of after) expect([200, 503]).toContain(status);
  expect((await visitor.get('/api/portal/counts')).status).toBe(200);
  await database.close();
});

test('an embedded engine whose thread dies is started again', async () => {
  const threads: Worker[] = [];
  const remember = (thread: Worker) => threads.push(thread);
  process.on('worker', remember);
  const database = await freshDatabase('embedded');
  process.off('worker', remember);
  const api = await openApi(database);
  const { cookie } = await makeCustomer(database, 'Lost with the memory it was in');
  const visitor = browser(api, { cookie });
  expect((await visitor.get('/api/portal/counts')).status).toBe(200);
  await assertDefined(threads.at(-1)).terminate();
  // The session was in the memory that is gone: what counts is that the engine answers, as soon as it has started.
  await expect.poll(async () => (await visitor.get('/api/portal/counts')).status, { timeout: 50_000 }).toBe(401);
  await database.close();
});
