import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSource, server as postgres } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { bundleServer, killServers, removeBundle } from '#tests/support/server.ts';
import { type Cable, layCable } from './tcp-proxy.ts';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import {
  isReady,
  password,
  type RunningServer,
  startReadyServer,
  startServer,
  until,
} from '#tests/support/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'outage-'));
let database: OwnerDatabase;
let cable: Cable;
let settings: Record<string, string>;
let email: string;

describe.runIf(hasPostgres)('with a PostgreSQL', () => {
  beforeAll(async () => {
    bundleServer();
    database = await createOwnerDatabase();
    const opened = await openSource(postgres(database.url), createLog('silent'));
    const { id } = await makeCustomer(opened, 'Cabinet Masséna');
    ({ email } = await makeUser(opened, { customerId: id, password }));
    await opened.close();
    cable = await layCable(database.url);
    settings = {
      DATABASE_URL: cable.through(database.servingUrl),
      MIGRATION_DATABASE_URL: cable.url,
      DATA_DIR: dataDir,
    };
  });
  afterEach(killServers);
  afterAll(async () => {
    removeBundle();
    await cable.cut();
    await database.remove();
  });

  const ticket = { subject: 'Ticket', description: 'Made after the outage' };

  async function expectAway(server: RunningServer, cookie: string): Promise<void> {
    // What was found out about the database is believed for a second.
    await until(async () => (await server.fetch('/readyz')).status === 503, server);
    const answers = await Promise.all([
      server.fetch('/readyz'),
      server.fetch('/api/portal/invoices', { headers: { Cookie: cookie } }),
      server.fetch('/api/auth/get-session', { headers: { Cookie: cookie } }),
      server.post('/api/portal/tickets', ticket, { Cookie: cookie }),
      server.post('/api/auth/sign-in/email', { email, password }),
      server.post('/api/auth/sign-up/email', { email: 'new@cabinet.example', password }),
    ]);
    for (const answer of answers) {
      expect([new URL(answer.url).pathname, answer.status]).toEqual([new URL(answer.url).pathname, 503]);
      expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
      expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
    }
    expect((await server.fetch('/healthz')).status).toBe(200);
    expect((await server.fetch('/services')).status).toBe(200);
  }

  test('the database goes away and comes back: 503 meanwhile, and nothing is restarted by hand', async () => {
    const server = await startReadyServer(settings);
    const cookie = await server.signIn(email, password);
    for (let outage = 0; outage < 2; outage += 1) {
      await cable.cut();
      await expectAway(server, cookie);
      await cable.mend();
      await isReady(server);
      expect((await server.post('/api/portal/tickets', ticket, { Cookie: cookie })).status).toBe(201);
    }
    server.signal('SIGTERM');
    expect(await server.exitCode).toBe(0);
  });

  test('PostgreSQL ends all connections, as a restart does: the next requests have new ones', async () => {
    const server = await startReadyServer(settings);
    const cookie = await server.signIn(email, password);
    await database.endConnections();
    await until(
      async () => (await server.fetch('/api/portal/invoices', { headers: { Cookie: cookie } })).status === 200,
      server,
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.fetch('/api/portal/invoices', { headers: { Cookie: cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test('a server that starts before its database gets ready by itself', async () => {
    await cable.cut();
    const server = await startServer(settings);
    await expectAway(server, '');
    await cable.mend();
    await isReady(server);
    expect(await server.signIn(email, password)).toContain('session_token');
  });
});
