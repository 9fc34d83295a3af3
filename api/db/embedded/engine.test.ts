import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { type TestDatabase, freshDatabase } from '#tests/support/database.ts';
import { endWithParent } from '../../../scripts/lib/processes.ts';
import { BatchReader, lockFolder } from './engine.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('embedded');
});
afterAll(() => database.close());

test('PGlite is the version that this was verified with', () => {
  const file = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  // On a new version, check execProtocolRawStream and _PostgresMainLoopOnce (worker.ts), run tests/resilience, then raise it here.
  expect(version).toBe('0.5.16');
});

test('the event loop is not blocked while the engine runs a heavy query', async () => {
  const heavy = database.pool.query('SELECT count(*) FROM generate_series(1, 300000)').then(() => 'done');
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

test('responses do not stay in the memory of the thread', async () => {
  const million = 1_000_000;
  // Together more than its limit of 256 MB.
  for (let at = 0; at < 300; at += 1) {
    const { rows } = await database.pool.query('SELECT repeat($1, $2) AS text', ['a', million]);
    expect(rows[0].text).toHaveLength(million);
  }
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

const message = (type: string, content: string) => {
  const bytes = Buffer.from(`${type}\0\0\0\0${content}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
};
const startup = () => message(' ', 'user\0portal\0\0').subarray(1);
const [parse, bind, sync, query] = [
  message('P', 'select $1'),
  message('B', 'x'),
  message('S', ''),
  message('Q', 'select 1\0'),
];

test('the startup message has no type and is a batch of its own', () => {
  expect(new BatchReader().read(startup())).toEqual(startup());
});

test('messages are buffered until one requires a response', () => {
  const reader = new BatchReader();
  reader.read(startup());
  expect(reader.read(Buffer.concat([parse, bind]))).toBeUndefined();
  expect(reader.read(sync)).toEqual(Buffer.concat([parse, bind, sync]));
  expect(reader.read(query)).toEqual(query);
});

test('messages after the last boundary wait for the next', () => {
  const reader = new BatchReader();
  reader.read(startup());
  expect(reader.read(Buffer.concat([query, parse]))).toEqual(query);
  expect(reader.read(Buffer.concat([bind, sync, query]))).toEqual(Buffer.concat([parse, bind, sync, query]));
});

test('a message can arrive in pieces', () => {
  const all = Buffer.concat([startup(), parse, bind, sync, query]);
  for (let cut = 1; cut < all.length; cut += 1) {
    const reader = new BatchReader();
    const parts = [reader.read(all.subarray(0, cut)), reader.read(all.subarray(cut))];
    expect(Buffer.concat(parts.filter((part) => part !== undefined))).toEqual(all);
  }
});

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'portal-lock-')), 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inAnotherProcess = `import { lockFolder } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)};
  try { lockFolder(process.argv[1]); globalThis.gc(); console.log('locked'); setInterval(() => {}, 1000); }
  catch (error) { console.log(error.message); }`;
const run = ['--expose-gc', '--input-type=module-typescript', '--no-warnings', '-e', inAnotherProcess];

test('a second server gets a message that the folder is in use', () => {
  const unlock = lockFolder(folder);
  const output = execFileSync(process.execPath, [...run, folder], { encoding: 'utf8' });
  expect(output).toBe(
    `The data folder ${folder} is in use by another server: stop it first, or give this one a folder of its own with DATA_DIR=/path/to/folder.\n`,
  );
  unlock();
  lockFolder(folder)();
});

test('a killed server releases the lock', async () => {
  const first = endWithParent(spawn(process.execPath, [...run, folder], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [said] = await once(first.stdout, 'data');
  expect(String(said)).toBe('locked\n');
  expect(() => lockFolder(folder)).toThrow('in use');
  first.kill('SIGKILL');
  await once(first, 'exit');
  lockFolder(folder)();
});

test('only the owner can read the folder', () => {
  const unlock = lockFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  unlock();
  chmodSync(folder, 0o755);
  lockFolder(folder)();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a folder that cannot be created is reported with the reason', () => {
  const file = `${folder}-file`;
  writeFileSync(file, '');
  expect(() => lockFolder(join(file, 'data'))).toThrow(/^The data folder .* cannot be used \(ENOTDIR\)/);
  rmSync(file);
});
