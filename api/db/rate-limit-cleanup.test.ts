import { expect, test, vi } from 'vitest';
import type { TestDatabase } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { deleteExpiredCounts, startRateLimitCleanup } from './rate-limit-cleanup.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

describeDatabase(({ database }) => {
  const insert = (prefix: string, count: number, expires: string) =>
    database.pool.query(
      `INSERT INTO rate_limits (key, count, resets_at)
        SELECT $1 || at, 1, now() + $3::interval FROM generate_series(1, $2) AS at`,
      [prefix, count, expires],
    );
  const keys = async () => {
    const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM rate_limits ORDER BY key');
    return rows.map(({ key }) => key);
  };

  test('counts go when their time is over, however many there are, and not before', async () => {
    await insert('old ', 12_000, '-1 second');
    await insert('new ', 3, '1 hour');
    expect(await deleteExpiredCounts(database)).toBe(12_000);
    expect(await keys()).toEqual(['new 1', 'new 2', 'new 3']);
  });

  test('it is done again and again, whether or not the database is open', async () => {
    let current: TestDatabase | undefined;
    const cleanup = startRateLimitCleanup({ database: () => current, log: createLog('silent'), interval: 1 });
    for (const prefix of ['first ', 'second ']) {
      await insert(prefix, 2, '-1 second');
      current = database;
      await vi.waitFor(async () => expect(await keys()).toEqual(['new 1', 'new 2', 'new 3']), { timeout: 30_000 });
    }
    await cleanup.stop();
    await insert('late ', 1, '-1 second');
    expect(await keys()).toContain('late 1');
  });

  test('the index on their time is used', async () => {
    const client = await database.pool.connect();
    await client.query('SET enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      'EXPLAIN SELECT key FROM rate_limits WHERE resets_at <= now() LIMIT 5000',
    );
    await client.query('RESET enable_seqscan');
    client.release();
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('rate_limits_reset');
  });
});
