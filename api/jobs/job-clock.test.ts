import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { type JobClock, startJobClock } from './job-clock.ts';
import { runDue, startWorker } from './worker.ts';
import { eventually } from '#tests/support/eventually.ts';

const log = createLog('silent');
const never = 60 * 60_000;
const until = (check: () => void) => eventually(check);

describeDatabase({ both: true }, ({ database }) => {
  const clear = () => database.pool.query('DELETE FROM jobs');
  const insert = (kind: string, seconds = 0, key: string | null = null) =>
    database.pool.query(
      `INSERT INTO jobs (kind, key, data, next_attempt_at) VALUES ($1, $2, '{"since":1}', now() + make_interval(secs => $3))`,
      [kind, key, seconds],
    );

  /** Only what is announced wakes: the next poll is an hour away. */
  async function startClock(kinds: string[], options: Partial<Parameters<typeof startJobClock>[0]> = {}) {
    await clear();
    const wake = vi.fn<() => void>();
    const clock: JobClock = startJobClock({ database: () => database, log, pollIntervalMs: never, ...options });
    clock.register(kinds, wake);
    await until(() => expect(clock.isListening).toBe(true));
    // The poll that follows the subscription.
    await database.pool.query('SELECT 1');
    wake.mockClear();
    return { clock, wake };
  }

  test('a job wakes the worker of its kind, at once or at its time, and no other', async () => {
    const { clock, wake } = await startClock(['sla-alert']);
    await insert('retention');
    await insert('sla-alert', 0.2);
    await until(() => expect(wake).toHaveBeenCalled());
    const due = await database.pool.query(`SELECT FROM jobs WHERE kind = 'sla-alert' AND next_attempt_at <= now()`);
    expect(due.rowCount).toBe(1);
    wake.mockClear();
    await insert('sla-alert');
    await until(() => expect(wake).toHaveBeenCalled());
    await clock.stop();
  });

  test('a retry and a postponed job are announced, a claim is not', async () => {
    const { clock, wake } = await startClock(['sla-alert']);
    await insert('sla-alert', 3600);
    const change = (text: string) => database.pool.query(`UPDATE jobs SET ${text} WHERE kind = 'sla-alert'`);
    await change('attempts = attempts + 1, next_attempt_at = now()');
    await change(`done_at = now(), next_attempt_at = now() - interval '1 minute'`);
    await change(`done_at = NULL, failed_at = now(), next_attempt_at = 'infinity'`);
    // Notifications arrive in order: had one of these been announced, it would have come before this one.
    await insert('sla-alert', 0, 'last');
    await until(() => expect(wake).toHaveBeenCalledTimes(1));
    await change('failed_at = NULL, next_attempt_at = now(), attempts = 0');
    await until(() => expect(wake.mock.calls.length).toBeGreaterThan(1));
    await clock.stop();
  });

  test('what no notification told is found by the poll', async () => {
    await clear();
    const wake = vi.fn<() => void>();
    await insert('sla-alert');
    const clock = startJobClock({ database: () => database, log, pollIntervalMs: 20 });
    clock.register(['sla-alert'], wake);
    await until(() => expect(wake.mock.calls.length).toBeGreaterThan(2));
    await clock.stop();
  });

  test('a hundred equal jobs of one transaction are one notification', async () => {
    const { clock, wake } = await startClock(['mail']);
    const last = vi.fn<() => void>();
    clock.register(['sla-alert'], last);
    await database.pool.query(
      `INSERT INTO jobs (kind, data) SELECT 'mail', '{"template":"t","recipient":"r@example.com","values":{}}' FROM generate_series(1, 100)`,
    );
    await insert('sla-alert');
    await until(() => expect(last).toHaveBeenCalled());
    expect(wake).toHaveBeenCalledTimes(1);
    await clock.stop();
  });

  test('a change on a channel brings recurring jobs forward, once for many changes', async () => {
    const { clock, wake } = await startClock(['sla-check', 'auto-close'], {
      hurry: { ticket_changes: ['sla-check'] },
      hurryMs: 20,
    });
    await insert('sla-check', 900, 'recurring');
    await insert('auto-close', 900, 'recurring');
    for (let nth = 0; nth < 10; nth += 1) await database.pool.query(`SELECT pg_notify('ticket_changes', '{}')`);
    await until(() => expect(wake).toHaveBeenCalled());
    const { rows } = await database.pool.query('SELECT kind FROM jobs WHERE next_attempt_at <= now() ORDER BY kind');
    expect(rows).toEqual([{ kind: 'sla-check' }]);
    await clock.stop();
  });

  async function startWorking() {
    await clear();
    const done: string[] = [];
    const clock = startJobClock({ database: () => database, log, pollIntervalMs: never });
    const worker = startWorker({
      database: () => database,
      log,
      name: 'test',
      clock,
      pollIntervalMs: 1,
      handlers: {
        'sla-alert': {
          run: (job) => {
            done.push(job.id);
            return Promise.resolve('done');
          },
        },
      },
    });
    await until(() => expect(clock.isListening).toBe(true));
    return { done, clock, worker };
  }

  test('workers do nothing while nothing is due, and everything when something is', async () => {
    const { done, clock, worker } = await startWorking();
    const query = vi.spyOn(database.pool, 'query');
    await wait(100);
    // One claim at most: from the moment that the clock began to listen.
    expect(query.mock.calls.length).toBeLessThanOrEqual(2);
    query.mockRestore();
    for (let nth = 0; nth < 12; nth += 1) await insert('sla-alert', 0, String(nth));
    await until(() => expect(done).toHaveLength(12));
    await worker.stop();
    await clock.stop();
    expect(await runDue({ database, handlers: { 'sla-alert': { run: () => Promise.resolve('done') } }, log })).toBe(0);
  });

  test('jobs of a kind that are due one after the other are all done at their times', async () => {
    const { done, clock, worker } = await startWorking();
    for (const seconds of [0.2, 0.8, 0.5]) await insert('sla-alert', seconds, String(seconds));
    await until(() => expect(done).toHaveLength(3));
    await worker.stop();
    await clock.stop();
  });

  test.each(['', 'mail', 'mail:', ':5', 'mail:-1', 'mail:1e9', '__proto__:0', `${'a'.repeat(99)}:0`, 'mail:0:0'])(
    'the payload "%s" wakes nobody',
    async (payload) => {
      const { clock, wake } = await startClock(['mail', 'sla-alert']);
      await database.pool.query(`SELECT pg_notify('jobs', $1)`, [payload]);
      await insert('sla-alert');
      await until(() => expect(wake).toHaveBeenCalledTimes(1));
      await clock.stop();
    },
  );
});
