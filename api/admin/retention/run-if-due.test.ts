import { beforeEach, expect, test } from 'vitest';
import { advisoryLocks, withAdvisoryLock } from '#api/db/transaction.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { runIfDue } from './apply-retention.ts';

const dataDir = '/nowhere';
const noon = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(noon.getTime() + hours * 60 * 60 * 1000);

describeDatabase(({ engine, database }) => {
  beforeEach(() => database.pool.query('BEGIN; SET LOCAL ROLE NONE; TRUNCATE retention_runs; COMMIT'));

  test('retention runs once a day, even after restarts', async () => {
    expect(await runIfDue(database, dataDir, noon)).toBeDefined();
    expect(await runIfDue(database, dataDir, after(23.99))).toBeUndefined();
    expect(await runIfDue(database, dataDir, after(24))).toBeDefined();
    expect(await runIfDue(database, dataDir, after(25))).toBeUndefined();
  });

  test('the server’s own connection keeps its role afterwards: it sees no record', async () => {
    await runIfDue(database, dataDir, noon);
    await expect(database.pool.query('SELECT FROM tickets')).rejects.toThrow('permission denied');
  });

  test.runIf(engine === 'postgresql')('one of several instances runs it, and none while another does', async () => {
    const instances = [database, await database.openInstance(), await database.openInstance()];
    const results = await Promise.all(instances.map((instance) => runIfDue(instance, dataDir, noon)));
    expect(results.filter((one) => one !== undefined)).toHaveLength(1);
    const holder = await database.pool.connect();
    await withAdvisoryLock(holder, advisoryLocks.retention, async () => {
      for (const instance of instances.slice(1)) expect(await runIfDue(instance, dataDir, after(48))).toBeUndefined();
    });
    holder.release();
    expect(await runIfDue(database, dataDir, after(48))).toBeDefined();
  });
});
