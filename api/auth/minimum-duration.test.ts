import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withMinimumFailureDuration, withMinimumDuration } from './minimum-duration.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (milliseconds: number, outcome: () => string) =>
  new Promise<string>((resolve) => setTimeout(resolve, milliseconds)).then(outcome);
const fail = () => {
  throw new Error('refused');
};

/** At which moment the answer came, and what it was. */
async function told(answer: Promise<string>) {
  const start = Date.now();
  const heard = answer.then(
    (value) => [Date.now() - start, value],
    (error: Error) => [Date.now() - start, error.message],
  );
  await vi.runAllTimersAsync();
  return heard;
}

test.each([1, 30, 399])(
  'whether the work takes %d ms, succeeds or fails, the answer comes at the same moment',
  async (took) => {
    expect(await told(withMinimumDuration(400, () => after(took, () => 'done')))).toEqual([400, 'done']);
    expect(await told(withMinimumDuration(400, () => after(took, fail)))).toEqual([400, 'refused']);
  },
);

test.each([1, 30, 399])('a failure after %d ms is told at the same moment, a success at once', async (took) => {
  expect(await told(withMinimumFailureDuration(400, () => after(took, () => 'done')))).toEqual([took, 'done']);
  expect(await told(withMinimumFailureDuration(400, () => after(took, fail)))).toEqual([400, 'refused']);
});
