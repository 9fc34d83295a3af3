import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { countDots } from './run-tests.ts';
import { readFileTimes, readPlaywright, readVitest } from './test-results.ts';
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
const playwright = (stats: object, suites: object[] = []) =>
  JSON.stringify({
    config: { rootDir: resolve('tests/e2e') },
    suites,
    stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    errors: [],
  });

test('progress counts the signs of the dot reporters, and no other output', () => {
  expect(countDots('··x·--\n')).toEqual({ done: 6, failed: 1 });
  expect(countDots('·×F°T')).toEqual({ done: 5, failed: 3 });
  expect(countDots('FAIL  x.test.ts\n')).toEqual({ done: 0, failed: 0 });
});

test('counts what Vitest passed, failed and left out', () => {
  expect(readVitest(vitest({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }), false).tally).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
  });
});

test('counts a test file that could not be loaded as a failure', () => {
  const broken = { name: resolve('api/a.test.ts'), status: 'failed', assertionResults: [] };
  const red = { name: resolve('api/b.test.ts'), status: 'failed', assertionResults: [{}] };
  expect(readVitest(vitest({ numFailedTests: 1 }, [broken, red]), false).tally.failed).toBe(2);
});

test('counts a run that failed around its green tests as a failure', () => {
  expect(readVitest(vitest({}), false).tally.failed).toBe(1);
  expect(readPlaywright(playwright({}), false).tally.failed).toBe(1);
});

test('names a journey that passed only when repeated', () => {
  const { tally } = readPlaywright(playwright({ flaky: 1, skipped: 2 }), true);
  expect(formatTally(tally)).toBe('6 passed, 0 failed, 2 skipped, 1 passed only when repeated');
});

test('the summary names skipped tests only if there are any', () => {
  expect(formatTally(sum([onePassed, onePassed]))).toBe('2 passed, 0 failed');
  expect(formatTally(sum([onePassed, oneSkipped]))).toBe('1 passed, 0 failed, 1 skipped');
});

test('names the files with failed tests, and adds up the time of their journeys', () => {
  const testOf = (status: string, ...durations: number[]) => ({
    tests: [{ status, results: durations.map((duration) => ({ duration })) }],
  });
  const green = { file: 'desk/a.spec.ts', specs: [testOf('expected', 1000)] };
  const flaky = {
    file: 'desk/b.spec.ts',
    specs: [],
    suites: [{ file: 'desk/b.spec.ts', specs: [testOf('flaky', 500, 250)] }],
  };
  const results = readPlaywright(playwright({ flaky: 1 }, [green, flaky]), true);
  expect(results.failed).toEqual(['tests/e2e/desk/b.spec.ts']);
  expect(results.times).toEqual([
    { file: 'tests/e2e/desk/a.spec.ts', seconds: 1 },
    { file: 'tests/e2e/desk/b.spec.ts', seconds: 0.75 },
  ]);
  const red = { name: resolve('api/b.test.ts'), status: 'failed', assertionResults: [{}] };
  const passed = { name: resolve('api/c.test.ts'), status: 'passed', assertionResults: [{}] };
  expect(readVitest(vitest({ numFailedTests: 1 }, [red, passed]), false).failed).toEqual(['api/b.test.ts']);
});

test('reads the times that test files have written, without a line that was cut short', () => {
  const line = { file: 'api/a.test.ts', seconds: 1.5, cpu: 0.5 };
  expect(readFileTimes(`${JSON.stringify(line)}\n{"file":`)).toEqual([line]);
  expect(readFileTimes('')).toEqual([]);
});
