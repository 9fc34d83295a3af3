import { beforeEach, expect, test } from 'vitest';
import { advisoryLocks, withAdvisoryLock } from '#api/db/advisory-locks.ts';
import { keepIfDue } from './daily.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

const dataDir = '/nowhere';
const noon = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(noon.getTime() + hours * 60 * 60 * 1000);

describeDatabase(({ engine, database }) => {
  beforeEach(() => database.pool.query('BEGIN; SET LOCAL ROLE NONE; TRUNCATE retention_runs; COMMIT'));

  test('the promises are kept once a day, whoever was restarted meanwhile', async () => {
    expect(await keepIfDue(database, dataDir, noon)).toBeDefined();
    expect(await keepIfDue(database, dataDir, after(23.99))).toBeUndefined();
    expect(await keepIfDue(database, dataDir, after(24))).toBeDefined();
    expect(await keepIfDue(database, dataDir, after(25))).toBeUndefined();
  });

  test('the server’s own connection is what it was afterwards: it sees no record', async () => {
    await keepIfDue(database, dataDir, noon);
    await expect(database.pool.query('SELECT FROM tickets')).rejects.toThrow('permission denied');
  });

  test.runIf(engine === 'postgresql')('of several copies one does it, and none while another is at it', async () => {
    const copies = [database, await database.openInstance(), await database.openInstance()];
    const kept = await Promise.all(copies.map((copy) => keepIfDue(copy, dataDir, noon)));
    expect(kept.filter((one) => one !== undefined)).toHaveLength(1);
    const holder = await database.pool.connect();
    await withAdvisoryLock(holder, advisoryLocks.retention, async () => {
      for (const copy of copies.slice(1)) expect(await keepIfDue(copy, dataDir, after(48))).toBeUndefined();
    });
    holder.release();
    expect(await keepIfDue(database, dataDir, after(48))).toBeDefined();
  });
});
