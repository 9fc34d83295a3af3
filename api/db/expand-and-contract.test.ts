import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { emptyEngine, emptyServerDatabase, engines, usualEngines } from '#tests/support/database.ts';
import { fromEngine, server } from './connect.ts';
import { migrate, type Migration, readFunctions, readMigrations } from './migrate.ts';
import { withLockRetry } from './migration-locks.ts';
import { isNewer, readNewerVersion } from './migration-records.ts';

const known = readMigrations();
const functions = readFunctions();
const extra = (name: string, sql: string): Migration => ({ name, sql, checksum: `checksum of ${sql}` });
const answering = (answer: string) =>
  functions.toSpliced(
    -1,
    0,
    extra('50_answer.sql', `CREATE OR REPLACE FUNCTION answer() RETURNS text LANGUAGE sql RETURN '${answer}'`),
  );
const ownAnswer = answering('old');
const newAnswer = answering('new');

async function emptyDatabase(engine: (typeof engines)[number]) {
  const connected = async (connection: pg.ClientConfig) => {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  };
  if (engine === 'postgresql') {
    const { url, drop } = await emptyServerDatabase();
    return { connect: () => connected(server(url).connection), remove: drop };
  }
  const only = await emptyEngine();
  return { connect: () => connected(fromEngine(only).connection), remove: () => only.close() };
}

const answerOf = async (client: pg.Client) =>
  (await client.query<{ answer: string }>('SELECT answer()')).rows[0]?.answer;
const column = extra('9000_expand.sql', `ALTER TABLE customers ADD COLUMN fax text NOT NULL DEFAULT ''`);

describe.each(usualEngines)('on %s', (engine) => {
  test('an older version starts on what a newer one added, and leaves its functions in place', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client, known, ownAnswer, '1.1.0');
    expect(await readNewerVersion(client, '1.1.0')).toBeUndefined();
    expect(await migrate(client, [...known, column], newAnswer, '1.2.0')).toEqual([column.name, 'functions']);
    expect(await migrate(client, known, ownAnswer, '1.1.0')).toEqual([]);
    expect(await answerOf(client)).toBe('new');
    expect(await readNewerVersion(client, '1.1.0')).toBe('1.2.0');
    expect(await migrate(client, [...known, column], newAnswer, '1.2.0')).toEqual([]);
    await client.end();
    await remove();
  });

  test('a release that changes functions only is newer, too, by numbers and not by letters', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client, known, ownAnswer, '1.9.0');
    expect(await migrate(client, known, newAnswer, '1.10.0')).toEqual(['functions']);
    expect(await migrate(client, known, ownAnswer, '1.9.0')).toEqual([]);
    expect(await answerOf(client)).toBe('new');
    // Who develops a version has functions of the same version that differ.
    expect(await migrate(client, known, answering('newer'), '1.10.0')).toEqual(['functions']);
    expect(await migrate(client, known, answering('in development'), 'development')).toEqual(['functions']);
    expect(await migrate(client, known, ownAnswer, '1.9.0')).toEqual(['functions']);
    await client.end();
    await remove();
  });

  test('a version that is older than a contract allows does not start, and the database says so to 1.0.0 as well', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client, known, ownAnswer, '1.1.0');
    const readByFirst = async () =>
      (await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name COLLATE "C"')).rows.map(
        ({ name }) => name,
      );
    const first = known.filter(({ name }) => name < '0035').map(({ name }) => name);
    expect(await readByFirst()).toEqual([...first, 'functions']);
    const contract = extra(
      '9001_contract.sql',
      `-- contract: 1.2.0 and newer do not read it\nALTER TABLE customers DROP COLUMN fax`,
    );
    await migrate(client, [...known, column, contract], newAnswer, '1.3.0');
    expect(await readByFirst()).toEqual([...first, contract.name, 'functions']);
    await expect(migrate(client, known, ownAnswer, '1.1.0')).rejects.toThrow(
      'The database was migrated by version 1.3.0, whose migration 9001_contract.sql does not work with versions before 1.2.0: start 1.2.0 or newer',
    );
    expect(await migrate(client, [...known, column], ownAnswer, '1.2.0')).toEqual([]);
    expect(await answerOf(client)).toBe('new');
    await client.end();
    await remove();
  });

  test('an upgrade that fails half way leaves the functions that the older version needs', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client, known, ownAnswer, '1.1.0');
    const broken = functions.toSpliced(-1, 0, extra('50_broken.sql', 'SELECT no_such_function()'));
    await expect(migrate(client, [...known, column], broken, '1.2.0')).rejects.toThrow('50_broken.sql failed');
    expect(await migrate(client, known, ownAnswer, '1.1.0')).toEqual([]);
    expect(await answerOf(client)).toBe('old');
    expect(await migrate(client, [...known, column], newAnswer, '1.2.0')).toEqual(['functions']);
    expect(await answerOf(client)).toBe('new');
    await client.end();
    await remove();
  });
});

describe.each(engines)('on %s', (engine) => {
  test('an index can be created outside of a transaction, again after an interruption', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const index = extra(
      '9000_index.sql',
      `-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS customers_by_phone;\nCREATE INDEX CONCURRENTLY customers_by_phone ON customers (phone);\n`,
    );
    await migrate(client, known, functions, '1.1.0');
    await client.query('CREATE INDEX customers_by_phone ON customers (name)');
    expect(await migrate(client, [...known, index], functions, '1.2.0')).toEqual([index.name, 'functions']);
    const { rows } = await client.query<{ text: string }>(
      `SELECT pg_get_indexdef('customers_by_phone'::regclass) AS text`,
    );
    expect(rows[0]?.text).toMatch(/\(phone\)$/);
    await client.end();
    await remove();
  });
});

describe.runIf(engines.includes('postgresql'))('on a PostgreSQL that others use', () => {
  test('a migration waits for a long reader, and requests pass meanwhile', async () => {
    const { connect, remove } = await emptyDatabase('postgresql');
    const [client, reader, other] = [await connect(), await connect(), await connect()];
    await migrate(client, known, functions, '1.1.0');
    await reader.query('BEGIN; SELECT FROM customers');
    let isDone = false;
    const migrated = migrate(client, [...known, column], newAnswer, '1.2.0').then((names) => {
      isDone = true;
      return names;
    });
    const isWaiting = async () => {
      const waiting = await other.query(
        `SELECT FROM pg_locks WHERE relation = 'customers'::regclass AND NOT granted AND mode = 'AccessExclusiveLock'`,
      );
      return waiting.rowCount === 1;
    };
    while (!(await isWaiting()));
    // Behind the migration in the queue, until it gives up for a while.
    await other.query('SELECT FROM customers');
    expect(isDone).toBe(false);
    await reader.query('COMMIT');
    expect(await migrated).toEqual([column.name, 'functions']);
    await Promise.all([client, reader, other].map((one) => one.end()));
    await remove();
  });

  test('instances that start together do not hinder an index that is created concurrently', async () => {
    const { connect, remove } = await emptyDatabase('postgresql');
    const clients = [await connect(), await connect(), await connect()];
    await migrate(clients[0] as pg.Client, known, functions, '1.1.0');
    const index = extra(
      '9000_index.sql',
      '-- outside a transaction\nCREATE INDEX CONCURRENTLY customers_by_phone ON customers (phone);\n',
    );
    const applied = await Promise.all(clients.map((client) => migrate(client, [...known, index], functions, '1.2.0')));
    expect(applied.filter((names) => names.length === 2)).toHaveLength(1);
    await Promise.all(clients.map((client) => client.end()));
    await remove();
  });
});

test('what holds the tables for too long is named', async () => {
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const fail = () => Promise.reject(new Error('The migration failed', { cause: locked }));
  await expect(withLockRetry('0040_more.sql', fail, { limit: 3, pause: 0 })).rejects.toThrow(
    'The migration 0040_more.sql waits for a transaction that holds its tables, such as a backup or an import.',
  );
});

test('versions are compared as numbers', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true);
  expect(isNewer('1.9.9', '1.10.0')).toBe(false);
  expect(isNewer('2.0.0', '2.0.0')).toBe(false);
  expect(isNewer('development', '1.0.0')).toBe(false);
});
