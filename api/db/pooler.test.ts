import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { runBatch } from './batch.ts';
import { type Database, openDatabase, openSource, server } from './connect.ts';
import { withClient } from './transaction.ts';

const log = createLog('silent');
const dataDir = '/nowhere';

describe.runIf(hasPostgres)('behind PgBouncer in transaction mode', () => {
  let owned: OwnerDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let database: Database;

  beforeAll(async () => {
    owned = await createOwnerDatabase();
    // Two connections for all: every transaction shares one with others.
    pooler = await startPgBouncer(owned.servingUrl, { default_pool_size: 2 });
    database = await openSource(server(pooler.url, owned.url, owned.servingUrl), log);
  });
  afterAll(async () => {
    await database.close();
    await pooler.stop();
    await owned.drop();
  });

  const settings = () => ({ databaseUrl: pooler.url, migrationDatabaseUrl: owned.url, dataDir });

  test('every connection starts with the role and the settings', async () => {
    const read = () =>
      withClient(database.pool, async (client) => {
        await client.query('BEGIN');
        const { rows } = await client.query<Record<string, unknown>>(
          `SELECT current_user::text AS role, current_setting('search_path') AS path, current_setting('TimeZone') AS zone,
            current_setting('statement_timeout') AS statements, current_setting('lock_timeout') AS locks,
            current_setting('idle_in_transaction_session_timeout') AS idle, pg_backend_pid() AS pid`,
        );
        await client.query('COMMIT');
        return rows[0];
      });
    const all = await Promise.all(Array.from({ length: 8 }, read));
    expect(new Set(all.map((one) => one?.['pid'])).size).toBeLessThanOrEqual(2);
    for (const one of all) {
      expect(one).toMatchObject({
        role: 'portal_app',
        path: 'public, pg_temp',
        zone: 'UTC',
        statements: '15s',
        locks: '10s',
        idle: '30s',
      });
    }
  });

  test('named statements work on connections that have not prepared them, in batches and alone', async () => {
    const statement = { name: 'one-name', text: 'SELECT $1::integer AS value' };
    const texts = Array.from({ length: 40 }, async (_, at) => {
      const { rows } = await database.pool.query<{ value: number }>({ ...statement, values: [at] });
      const batch = await withClient(database.pool, (client) =>
        runBatch(client, [
          { ...statement, values: [at] },
          { ...statement, values: [at + 1] },
        ]),
      );
      expect([rows[0]?.value, batch]).toEqual([at, [[[at]], [[at + 1]]]]);
    });
    await Promise.all(texts);
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM pg_prepared_statements',
    );
    expect(rows[0]?.count).toBe(0);
  });

  test('several statements at once on one client keep their order and their results', async () => {
    await withClient(database.pool, async (client) => {
      const results = Array.from({ length: 50 }, (_, at) =>
        client.query<{ value: number }>('SELECT $1::integer AS value', [at]),
      );
      const values = (await Promise.all(results)).map(({ rows }) => rows[0]?.value);
      expect(values).toEqual(Array.from({ length: 50 }, (_, at) => at));
    });
  });

  test('a client that goes away in its transaction leaves neither rights nor locks behind', async () => {
    const client = new pg.Client({ connectionString: pooler.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN; SET LOCAL ROLE portal_staff; SELECT pg_advisory_xact_lock(1, 1)');
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    const read = async () => {
      const { rows } = await database.pool.query<{ role: string; free: boolean }>(
        'SELECT current_user::text AS role, pg_try_advisory_xact_lock(1, 1) AS free',
      );
      return rows[0];
    };
    await expect.poll(read).toEqual({ role: 'portal_app', free: true });
  });

  test('notifications of a transaction arrive over the direct connection', async () => {
    const received: string[] = [];
    const stop = await database.notifications.subscribe({
      onNotification: (channel, payload) => void received.push(`${channel} ${payload}`),
      onGap: () => undefined,
    });
    await database.pool.query(`SELECT pg_notify('jobs', 'test:1')`);
    await expect.poll(() => received).toContain('jobs test:1');
    stop();
  });

  test('without LISTEN_DATABASE_URL the start fails and names it', async () => {
    await expect(openDatabase(settings(), log)).rejects.toThrow(
      /^DATABASE_URL leads to a pooler in transaction mode.*LISTEN_DATABASE_URL/,
    );
    const alone = { databaseUrl: pooler.url, dataDir };
    await expect(openDatabase(alone, log)).rejects.toThrow(/^DATABASE_URL leads to a pooler/);
  });

  test('a URL that should lead past the pooler and does not is named', async () => {
    const listening = { ...settings(), listenDatabaseUrl: pooler.url };
    await expect(openDatabase(listening, log)).rejects.toThrow(/^LISTEN_DATABASE_URL leads to a pooler/);
    const migrating = { ...settings(), listenDatabaseUrl: owned.servingUrl, migrationDatabaseUrl: pooler.url };
    await expect(openDatabase(migrating, log)).rejects.toThrow(/^MIGRATION_DATABASE_URL leads to a pooler/);
  });

  test('a pooler in session mode needs no other setting', async () => {
    const sessions = await startPgBouncer(owned.servingUrl, { pool_mode: 'session' });
    const opened = await openDatabase({ ...settings(), databaseUrl: sessions.url }, log);
    await expect(opened.ping()).resolves.toBeUndefined();
    await opened.close();
    await sessions.stop();
  });
});
