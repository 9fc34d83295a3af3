import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openSource, server as postgres } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { checkDatabase } from '#main/admin/integrity-check/check-database.ts';
import { openForOperator } from '#api/db/operator-database.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { bundleServer, killServers, password, startServer, waitUntilReady } from '#tests/support/server.ts';
import { eventually } from '#tests/support/eventually.ts';

beforeAll(bundleServer);
afterEach(killServers);

test.runIf(hasPostgres)('instances on one PostgreSQL share migrations, sessions, rate limits and mails', async () => {
  const { url, drop } = await createOwnerDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'instances-'));
  const mailbox = await startMailServer();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, SMTP_URL: mailbox.url };

  // All at once on an empty database: one runs the migrations, the others wait for it.
  const instances = await Promise.all([startServer(settings), startServer(settings), startServer(settings)]);
  await Promise.all(instances.map(waitUntilReady));
  const [one, other] = instances;
  const operator = await openForOperator({ databaseUrl: url, dataDir }, 'any');
  expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
  await operator.close();

  const database = await openSource(postgres(url), createLog('silent'));
  const { id } = await makeCustomer(database, 'Cabinet Masséna');
  const { email } = await makeUser(database, { customerId: id, password });
  await database.close();

  const cookie = await one.signIn(email, password);
  expect((await other.fetch('/api/portal/customers/current', { headers: { Cookie: cookie } })).status).toBe(200);
  expect((await other.post('/api/auth/sign-out', {}, { Cookie: cookie })).status).toBe(200);
  expect((await one.fetch('/api/portal/customers/current', { headers: { Cookie: cookie } })).status).toBe(401);

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const instance = attempt % 2 === 0 ? one : other;
    const response = await instance.post('/api/auth/sign-in/password', { email, password: 'not the right one' });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);

  const signUps = [...instances, ...instances].map((instance, at) =>
    instance.post('/api/auth/sign-up', { email: `new-${at}@cabinet.example`, password }),
  );
  await Promise.all(signUps);
  await eventually(() => expect(mailbox.received.length).toBe(6));
  expect(await Promise.all(instances.map((instance) => instance.stop()))).toEqual([0, 0, 0]);
  expect(new Set(mailbox.received.flatMap(({ to }) => to)).size).toBe(6);
  expect(mailbox.received.length).toBe(6);
  await mailbox.close();
  await drop();
});
