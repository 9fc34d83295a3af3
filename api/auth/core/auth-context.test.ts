import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withMinimumDuration, withMinimumFailureDuration } from './auth-context.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (milliseconds: number, outcome: () => string) =>
  new Promise<string>((resolve) => setTimeout(resolve, milliseconds)).then(outcome);
const minimum = { minimumDurationMs: 400 };
const fail = () => {
  throw new Error('rejected');
};

/** When the promise settled, and with what. */
async function settled(promise: Promise<string>) {
  const start = Date.now();
  const result = promise.then(
    (value) => [Date.now() - start, value],
    (error: Error) => [Date.now() - start, error.message],
  );
  await vi.runAllTimersAsync();
  return result;
}

test.each([1, 30, 399])('work of %d ms takes the minimum duration, whether it succeeds or fails', async (took) => {
  expect(await settled(withMinimumDuration(minimum, () => after(took, () => 'done')))).toEqual([400, 'done']);
  expect(await settled(withMinimumDuration(minimum, () => after(took, fail)))).toEqual([400, 'rejected']);
});

test.each([1, 30, 399])('only a failure after %d ms is delayed to the minimum duration', async (took) => {
  expect(await settled(withMinimumFailureDuration(minimum, () => after(took, () => 'done')))).toEqual([took, 'done']);
  expect(await settled(withMinimumFailureDuration(minimum, () => after(took, fail)))).toEqual([400, 'rejected']);
});
