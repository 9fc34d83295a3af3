import { expect, test } from 'vitest';
import { limited } from './limited.ts';

test('no more run at once than allowed, and all run in their turn', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = limited(2, async (at: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    order.push(at);
    running -= 1;
    if (at % 3 === 0) throw new Error(String(at));
    return at;
  });
  const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => work(at)));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(await work(1)).toBe(1);
});
