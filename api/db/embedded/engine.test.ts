import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { openDatabase } from '../connect.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('embedded');
});
afterAll(() => database.close());

test('PGlite is the version that this was verified with', () => {
  const file = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  // On a new version, check execProtocolRawSync and _PostgresMainLoopOnce (worker.ts), run tests/resilience, then raise it here.
  expect(version).toBe('0.5.16');
});

test('the event loop is not blocked while the engine runs a heavy query', async () => {
  const heavy = database.pool.query('SELECT count(*) FROM generate_series(1, 3000000)').then(() => 'done');
  let turns = 0;
  while ((await Promise.race([heavy, turn('working')])) === 'working') turns += 1;
  expect(turns).toBeGreaterThan(100);
});

test('an error fails its own statement and no other', async () => {
  const client = await database.pool.connect();
  const results = await Promise.allSettled([
    client.query('SELECT 1 AS one'),
    client.query('SELECT 1 / 0'),
    client.query({ name: 'kept', text: 'SELECT $1::text AS said', values: ['é'] }),
    client.query('SELEC'),
    client.query({ name: 'kept', text: 'SELECT $1::text AS said', values: ['🙂'] }),
  ]);
  client.release();
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value.rows[0] : one.reason.code))).toEqual([
    { one: 1 },
    '22012',
    { said: 'é' },
    '42601',
    { said: '🙂' },
  ]);
});

test('values of several megabytes round-trip', async () => {
  const { rows } = await database.pool.query('SELECT $1 || $1 AS twice', ['ab'.repeat(1_000_000)]);
  expect(rows[0].twice).toBe('ab'.repeat(2_000_000));
});

test('a connection that breaks in a transaction leaves no state for the next', async () => {
  const client = await database.pool.connect();
  client.on('error', () => undefined);
  await client.query('BEGIN');
  await client.query(`SET LOCAL app.user_id = 'somebody'`);
  await client.query({ name: 'mine', text: 'SELECT 1' });
  client.release(new Error('broken'));
  const next = await database.pool.query({
    name: 'mine',
    text: `SELECT current_user AS role, current_setting('app.user_id', true) AS who, pg_current_xact_id_if_assigned() AS xact`,
  });
  expect(next.rows[0]).toMatchObject({ role: 'portal_app', xact: null });
  expect(next.rows[0].who || null).toBeNull();
});

test('data is still there after the folder is opened again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'));
  const log = createLog('silent');
  const first = await openDatabase({ databaseUrl: undefined, dataDir }, log);
  await first.pool.query(`INSERT INTO users (email, name) VALUES ('kept@example.com', 'kept')`);
  await expect(openDatabase({ databaseUrl: undefined, dataDir }, log)).rejects.toThrow('in use by another server');
  await first.close();
  const second = await openDatabase({ databaseUrl: undefined, dataDir }, log);
  const { rows } = await second.pool.query('SELECT email FROM users');
  expect(rows).toEqual([{ email: 'kept@example.com' }]);
  await second.close();
  rmSync(dataDir, { recursive: true });
});
