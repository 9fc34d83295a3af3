import { expect, test } from 'vitest';
import { countDots, readPlaywright, readVitest } from './run-tests.ts';
import { formatTally, onePassed, oneSkipped, sum } from './steps.ts';

const vitest = (numbers: object, testResults: object[] = []) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...numbers,
  });
const playwright = (stats: object, errors: object[] = []) =>
  JSON.stringify({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });

test('progress counts the signs of the dot reporters, and no other output', () => {
  expect(countDots('··x·--\n')).toEqual({ done: 6, failed: 1 });
  expect(countDots('·×F°T')).toEqual({ done: 5, failed: 3 });
  expect(countDots('FAIL  x.test.ts\n')).toEqual({ done: 0, failed: 0 });
});

test('counts what Vitest passed, failed and left out', () => {
  expect(readVitest(vitest({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }), false)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
  });
});

test('counts a test file that could not be loaded as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const red = { status: 'failed', assertionResults: [{}] };
  expect(readVitest(vitest({ numFailedTests: 1 }, [broken, red]), false).failed).toBe(2);
});

test('counts a run that failed around its green tests as a failure', () => {
  expect(readVitest(vitest({}), false).failed).toBe(1);
  expect(readPlaywright(playwright({}), false).failed).toBe(1);
});

test('names a journey that passed only when repeated', () => {
  const tally = readPlaywright(playwright({ flaky: 1, skipped: 2 }), true);
  expect(formatTally(tally)).toBe('6 passed, 0 failed, 2 skipped, 1 passed only when repeated');
});

test('the summary names skipped tests only if there are any', () => {
  expect(formatTally(sum([onePassed, onePassed]))).toBe('2 passed, 0 failed');
  expect(formatTally(sum([onePassed, oneSkipped]))).toBe('1 passed, 0 failed, 1 skipped');
});
