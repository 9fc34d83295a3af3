import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Tally } from './steps.ts';

export interface FileTime {
  file: string;
  seconds: number;
  /** CPU seconds; unknown for browser journeys, which share a browser and a server. */
  cpu?: number;
}

export interface Results {
  tally: Tally;
  /** The files with a failed or a repeated test. */
  failed: string[];
  /** Only of browser journeys; the test files of Vitest report theirs themselves (tests/support/file-times.ts). */
  times: FileTime[];
}

const vitestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightSuite = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightResults = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

// A run can fail with every test green: an unhandled error, a coverage of nothing, a server that would not start.
function unlessAllGreen(tally: Tally, ok: boolean): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

export function readVitest(json: string, ok: boolean): Results {
  const results = vitestResults.parse(JSON.parse(json));
  const failed = results.testResults.filter(({ status }) => status === 'failed');
  const brokenFiles = failed.filter(({ assertionResults }) => assertionResults.length === 0);
  const tally = {
    passed: results.numPassedTests,
    failed: results.numFailedTests + brokenFiles.length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
  return { tally: unlessAllGreen(tally, ok), failed: failed.map(({ name }) => relative('.', name)), times: [] };
}

const testsIn = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'][number]['tests'] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap((suite) => testsIn(suite)),
];

export function readPlaywright(json: string, ok: boolean): Results {
  const { config, stats, errors, suites } = playwrightResults.parse(JSON.parse(json));
  const { expected, unexpected, flaky, skipped } = stats;
  const tally = { passed: expected + flaky, failed: unexpected + errors.length, skipped, repeated: flaky };
  const files = suites.map((suite) => ({
    file: relative('.', join(config.rootDir, suite.file)),
    tests: testsIn(suite),
  }));
  const isRed = ({ status }: { status: string }) => status === 'unexpected' || status === 'flaky';
  return {
    tally: unlessAllGreen(tally, ok),
    failed: files.filter(({ tests }) => tests.some(isRed)).map(({ file }) => file),
    times: files.map(({ file, tests }) => {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
      return { file, seconds: durations.reduce((total, duration) => total + duration / 1000, 0) };
    }),
  };
}

const fileTime = z.object({ file: z.string(), seconds: z.number(), cpu: z.number() });

/** The lines that test files have written; the last one may be cut short when a run is killed. */
export const readFileTimes = (lines: string): FileTime[] =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => fileTime.parse(JSON.parse(line)));
