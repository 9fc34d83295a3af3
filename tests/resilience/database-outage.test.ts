import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSource, server as postgres } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import {
  bundleServer,
  killServers,
  password,
  type RunningServer,
  startReadyServer,
  startServer,
  waitUntil,
  waitUntilReady,
} from '#tests/support/server.ts';
import { databaseOutage, type DatabaseProxy, databaseRestart, startDatabaseProxy, withFault } from './faults.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'outage-'));
let database: OwnerDatabase;
let proxy: DatabaseProxy;
let settings: Record<string, string>;
let email: string;

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  beforeAll(async () => {
    bundleServer();
    database = await createOwnerDatabase();
    const opened = await openSource(postgres(database.url), createLog('silent'));
    const { id } = await makeCustomer(opened, 'Cabinet Masséna');
    ({ email } = await makeUser(opened, { customerId: id, password }));
    await opened.close();
    proxy = await startDatabaseProxy(database.url);
    settings = {
      DATABASE_URL: proxy.through(database.servingUrl),
      MIGRATION_DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
    };
  });
  afterEach(killServers);
  afterAll(async () => {
    killServers();
    await proxy.cut();
    await database.drop();
  });

  const ticket = { subject: 'Ticket', description: 'Created after the outage' };

  async function expectUnavailable(server: RunningServer, cookie: string): Promise<void> {
    // The readiness check is cached for a second.
    await waitUntil(async () => (await server.fetch('/readyz')).status === 503, server);
    const responses = await Promise.all([
      server.fetch('/readyz'),
      server.fetch('/api/portal/invoices', { headers: { Cookie: cookie } }),
      server.fetch('/api/auth/session', { headers: { Cookie: cookie } }),
      server.post('/api/portal/tickets', ticket, { Cookie: cookie }),
      server.post('/api/auth/sign-in/password', { email, password }),
      server.post('/api/auth/sign-up', { email: 'new@cabinet.example', password }),
    ]);
    for (const response of responses) {
      expect([new URL(response.url).pathname, response.status]).toEqual([new URL(response.url).pathname, 503]);
      expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
      expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
    }
    expect((await server.fetch('/healthz')).status).toBe(200);
    expect((await server.fetch('/services')).status).toBe(200);
  }

  test('an outage of the database: 503 meanwhile, and no restart is needed afterwards', async () => {
    const server = await startReadyServer(settings);
    const cookie = await server.signIn(email, password);
    for (let outage = 0; outage < 2; outage += 1) {
      await withFault(databaseOutage(proxy), () => expectUnavailable(server, cookie));
      await waitUntilReady(server);
      expect((await server.post('/api/portal/tickets', ticket, { Cookie: cookie })).status).toBe(201);
    }
    expect(await server.stop()).toBe(0);
  });

  test('PostgreSQL ends all connections, as a restart does: the next requests get new ones', async () => {
    const server = await startReadyServer(settings);
    const cookie = await server.signIn(email, password);
    await databaseRestart(database.endConnections).inject();
    await waitUntil(
      async () => (await server.fetch('/api/portal/invoices', { headers: { Cookie: cookie } })).status === 200,
      server,
    );
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => server.fetch('/api/portal/invoices', { headers: { Cookie: cookie } })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test('a server that starts before its database becomes ready by itself', async () => {
    const server = await withFault(databaseOutage(proxy), async () => {
      const started = await startServer(settings);
      await expectUnavailable(started, '');
      return started;
    });
    await waitUntilReady(server);
    expect(await server.signIn(email, password)).toContain('session_token');
  });
});
