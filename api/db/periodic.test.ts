import { expect, test, vi } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { startPeriodic } from './periodic.ts';
import { eventually } from '#tests/support/eventually.ts';

const log = createLog('silent');

test('nothing runs before the database is open; errors end nothing, and are logged unless the database is away', async () => {
  let isOpen = false;
  const outcomes = [new Error('no luck'), Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), undefined];
  const runs: string[] = [];
  const [error, debug] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'debug')];
  const task = startPeriodic({
    database: () => (isOpen ? 'open' : undefined),
    run: (current) => {
      runs.push(current);
      const outcome = outcomes.shift();
      return outcome === undefined ? Promise.resolve(undefined) : Promise.reject(outcome);
    },
    intervalMs: 1,
    log,
    failure: 'it failed',
  });
  expect(runs).toEqual([]);
  isOpen = true;
  await eventually(() => expect(runs.length).toBeGreaterThan(4));
  await task.stop();
  const count = runs.length;
  expect(error.mock.calls.map(([, message]) => message)).toEqual(['it failed']);
  expect(debug.mock.calls.map(([, message]) => message)).toEqual(['it failed']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toHaveLength(count);
});

test('stop waits for the run in progress, and ends a pause', async () => {
  let finish: (() => void) | undefined;
  const run = vi.fn<() => Promise<number>>(() => new Promise((resolve) => (finish = () => resolve(3_600_000))));
  const task = startPeriodic({ database: () => 'open', run, intervalMs: 1, log, failure: '' });
  let isStopped = false;
  const stopping = task.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  finish?.();
  await stopping;
  const pausing = startPeriodic({
    database: () => 'open',
    run: () => Promise.resolve(3_600_000),
    intervalMs: 1,
    log,
    failure: '',
  });
  await new Promise((resolve) => setImmediate(resolve));
  await pausing.stop();
  expect(run).toHaveBeenCalledTimes(1);
});

test('a run says when the next one is', async () => {
  let runs = 0;
  const run = () => Promise.resolve((runs += 1) < 50 ? 0 : undefined);
  const task = startPeriodic({ database: () => 'open', run, intervalMs: 3_600_000, log, failure: '' });
  await eventually(() => expect(runs).toBe(50));
  await task.stop();
});
