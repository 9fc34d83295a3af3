import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { lockClasses } from '#api/db/lock-classes.ts';
import { withAdvisoryLock } from '#api/db/transaction.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { ensureRecurring, runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { openFiles } from '#api/files/files.ts';
import { retentionHandlers, runIfDue } from './apply-retention.ts';

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
const dataDir = '/nowhere';
const noon = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(noon.getTime() + hours * 60 * 60 * 1000);

describeDatabase({ both: true }, ({ engine, database }) => {
  beforeEach(() => database.pool.query('BEGIN; SET LOCAL ROLE NONE; TRUNCATE retention_runs; COMMIT'));

  test('retention runs once a day, even after restarts', async () => {
    expect(await runIfDue(database, dataDir, noon)).toBeDefined();
    expect(await runIfDue(database, dataDir, after(23.99))).toBeUndefined();
    expect(await runIfDue(database, dataDir, after(24))).toBeDefined();
    expect(await runIfDue(database, dataDir, after(25))).toBeUndefined();
  });

  test('as a job it runs once among instances, and the job waits for the next day', async () => {
    const instances = [database, engine === 'postgresql' ? await database.openInstance() : database];
    const folder = mkdtempSync(join(tmpdir(), 'retention-'));
    const files = openFiles({ dataDir: folder, s3Url: undefined, clamd: undefined });
    const log = createLog('silent');
    const run = () =>
      Promise.all(
        instances.map(async (instance) => {
          const handlers = retentionHandlers({ database: () => instance, dataDir: folder, files, log });
          await ensureRecurring(instance, handlers);
          return runDue({ database: instance, handlers, log });
        }),
      );
    const dueNow = () => database.pool.query(`UPDATE jobs SET next_attempt_at = now() WHERE kind = 'retention'`);
    const state = async () => {
      const { rows } = await database.pool.query(
        `SELECT extract(epoch FROM next_attempt_at - now()) > 82800 AS "isTomorrow", last_error,
          (SELECT count(*)::integer FROM retention_runs) AS runs FROM jobs WHERE kind = 'retention'`,
      );
      return rows;
    };
    expect(await run()).toEqual([0, 0]);
    await dueNow();
    expect(sum(await run())).toBe(1);
    expect(await state()).toEqual([{ isTomorrow: true, last_error: null, runs: 1 }]);
    // The operator has run it meanwhile.
    await dueNow();
    expect(sum(await run())).toBe(1);
    expect(await state()).toEqual([{ isTomorrow: false, last_error: null, runs: 1 }]);
  });

  test('jobs that wait and concern nobody stay: recurring ones, and scans', async () => {
    const waiting = ['daily', 'scan'];
    const left = async () => (await database.pool.query('SELECT FROM jobs WHERE kind = ANY($1)', [waiting])).rowCount;
    for (const kind of waiting)
      await database.pool.query(`INSERT INTO jobs (kind, key, created_at) VALUES ($1, 'k', '2020-01-01')`, [kind]);
    await runIfDue(database, dataDir, noon);
    expect(await left()).toBe(2);
    await database.pool.query(`UPDATE jobs SET done_at = '2020-01-01' WHERE kind = 'scan'`);
    await runIfDue(database, dataDir, after(24));
    expect(await left()).toBe(1);
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
    await withAdvisoryLock(holder, lockClasses.retention, async () => {
      for (const instance of instances.slice(1)) expect(await runIfDue(instance, dataDir, after(48))).toBeUndefined();
    });
    holder.release();
    expect(await runIfDue(database, dataDir, after(48))).toBeDefined();
  });
});
