import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSource, server as postgres } from '#api/db/connect.ts';
import { engines } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import { openForOperator } from '#api/admin/operator-database.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { bundleServer, killServers, removeBundle } from '#tests/support/server.ts';
import { createOwnerDatabase } from '#tests/support/database.ts';
import { Ledger } from './acknowledged-writes.ts';
import { password, startReadyServer } from '#tests/support/server.ts';

// A few here, many with `npm run faults`.
const rounds = Number(process.env.FAULT_ROUNDS || 5);

beforeAll(bundleServer);
afterEach(killServers);
afterAll(removeBundle);

async function prepare(engine: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
  if (engine === 'embedded') {
    const settings = { DATA_DIR: dataDir };
    return {
      settings,
      email: 'claire@cabinet-massena.example',
      operated: { dataDir, databaseUrl: undefined },
      remove: async () => rmSync(dataDir, { recursive: true }),
    };
  }
  const { url, remove } = await createOwnerDatabase();
  const database = await openSource(postgres(url), createLog('silent'));
  const { id } = await makeCustomer(database, 'Cabinet Masséna');
  const { email } = await makeUser(database, { customerId: id, password });
  await database.close();
  return { settings: { DATA_DIR: dataDir, DATABASE_URL: url }, email, operated: { dataDir, databaseUrl: url }, remove };
}

test.each(engines)(
  'kill -9 under load on %s: every ticket that was answered 201 is there exactly once',
  { timeout: rounds * 120_000 },
  async (engine) => {
    const { settings, email, operated, remove } = await prepare(engine);
    const ledger = new Ledger();
    let cookie: string | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startReadyServer(settings);
      cookie ??= await server.signIn(email, password);
      const before = ledger.told.size;
      const loading = ledger.load(server, cookie, 8);
      while (ledger.told.size === before) await wait(5);
      await wait(Math.random() * 500);
      server.signal('SIGKILL');
      await Promise.all([loading, server.exitCode]);
      expect(ledger.others).toEqual(new Map());
    }
    const server = await startReadyServer(settings);
    // What had no answer is sent again under its key: it must not become two.
    await ledger.load(server, cookie ?? '', 1, () => ledger.unanswered.size === 0);
    expect(await ledger.breaches(server, cookie ?? '')).toEqual([]);
    expect(ledger.told.size).toBeGreaterThanOrEqual(rounds);
    server.signal('SIGTERM');
    expect(await server.exitCode).toBe(0);

    const operator = await openForOperator(operated, 'any');
    expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
    await operator.close();
    await remove();
    if (process.env.FAULT_ROUNDS)
      console.log(
        `${engine}: ${rounds} kills, ${ledger.told.size} tickets answered, ${ledger.resent} sent again, 0 lost, 0 doubled`,
      );
  },
);
