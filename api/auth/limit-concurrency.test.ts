import { expect, test } from 'vitest';
import { limitConcurrency, ServerBusyError } from './limit-concurrency.ts';

/** Calls that run until the test ends them. */
function heldWork(limits: { running: number; waiting: number }) {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const work = limitConcurrency(limits, async (at: number) => {
    started.push(at);
    await new Promise<void>((resolve) => ends.set(at, resolve));
    return at;
  });
  return { work, started, end: (at: number) => ends.get(at)?.() };
}

test('limits the calls that run at once, and runs all in order', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = limitConcurrency({ running: 2, waiting: 20 }, async (at: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    order.push(at);
    running -= 1;
    if (at % 3 === 0) throw new Error(String(at));
    return at;
  });
  const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => work(undefined, at)));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(await work(undefined, 1)).toBe(1);
});

test('rejects calls while the queue is full', async () => {
  const { work, started, end } = heldWork({ running: 1, waiting: 2 });
  const calls = [0, 1, 2].map((at) => work(undefined, at));
  await expect(work(undefined, 3)).rejects.toThrow(ServerBusyError);
  end(0);
  await calls[0];
  const last = work(undefined, 4);
  await expect(work(undefined, 5)).rejects.toThrow(ServerBusyError);
  for (const at of [1, 2, 4]) {
    await new Promise(setImmediate);
    end(at);
  }
  expect(await Promise.all([...calls, last])).toEqual([0, 1, 2, 4]);
  expect(started).toEqual([0, 1, 2, 4]);
});

test('an aborted call leaves the queue and never runs', async () => {
  const { work, started, end } = heldWork({ running: 1, waiting: 2 });
  const gone = new AbortController();
  const first = work(undefined, 0);
  const leaving = [work(gone.signal, 1), work(gone.signal, 2)];
  gone.abort();
  for (const call of leaving) await expect(call).rejects.toThrow(ServerBusyError);
  await expect(work(gone.signal, 3)).rejects.toThrow(ServerBusyError);
  const next = work(undefined, 4);
  end(0);
  await first;
  await new Promise(setImmediate);
  end(4);
  expect(await next).toBe(4);
  expect(started).toEqual([0, 4]);
});
