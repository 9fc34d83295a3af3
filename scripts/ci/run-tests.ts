import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { type DeliverBuild, deliverSettings } from './deliver-build.ts';
import { oneFailed, onePassed, printLine, runStep, type Tally } from './steps.ts';
import { makeTemporaryFolder, runCommand, startCommand, whenDone } from '../lib/processes.ts';

const vitestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightResults = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

// A run can fail with every test green: an unhandled error, a coverage of nothing, a server that would not start.
function unlessAllGreen(tally: Tally, ok: boolean): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

export function readVitest(json: string, ok: boolean): Tally {
  const results = vitestResults.parse(JSON.parse(json));
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return unlessAllGreen(
    {
      passed: results.numPassedTests,
      failed: results.numFailedTests + brokenFiles.length,
      skipped: results.numPendingTests + results.numTodoTests,
    },
    ok,
  );
}

export function readPlaywright(json: string, ok: boolean): Tally {
  const { stats, errors } = playwrightResults.parse(JSON.parse(json));
  const { expected, unexpected, flaky, skipped } = stats;
  return unlessAllGreen({ passed: expected + flaky, failed: unexpected + errors.length, skipped, repeated: flaky }, ok);
}

/** Tests may leave files behind when they fail: they get a folder that is removed at the end. */
function makeTestFolder(): string {
  const folder = makeTemporaryFolder('portal-tests');
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Counts the tests in a piece of output. The dot reporters of Vitest and Playwright print one sign per test, apart from other text. */
export function countDots(text: string): { done: number; failed: number } {
  const signs = /^[·°x×FT±\s-]*$/.test(text) ? text.replaceAll(/\s/g, '') : '';
  return { done: signs.length, failed: signs.replaceAll(/[^x×FT]/g, '').length };
}

const progressInterval = 30_000;

/** A line every half minute: a run takes long, and its output appears at the end. */
function showProgress(name: string) {
  let [done, failed] = [0, 0];
  const timer = setInterval(
    () => printLine(name, `… ${done} tests${failed > 0 ? `, ${failed} failed` : ''}`),
    progressInterval,
  );
  return {
    read: (text: string) => {
      const dots = countDots(stripVTControlCharacters(text));
      [done, failed] = [done + dots.done, failed + dots.failed];
    },
    stop: () => clearInterval(timer),
  };
}

interface TestRun {
  command: [string, ...string[]];
  environment?: Record<string, string>;
}

function runTests(
  name: string,
  testRun: (resultsFile: string) => TestRun,
  read: (json: string, ok: boolean) => Tally,
): Promise<Tally> {
  return runStep(name, async () => {
    const folder = makeTestFolder();
    const resultsFile = join(folder, 'results.json');
    const { command, environment } = testRun(resultsFile);
    const [program, ...args] = command;
    const progress = showProgress(name);
    const { ok, output } = await runCommand(program, args, {
      environment: { TMPDIR: folder, ...environment },
      onOutput: progress.read,
    }).finally(progress.stop);
    try {
      return { tally: read(await readFile(resultsFile, 'utf8'), ok), output };
    } catch {
      // It ended before it could write its results: its output is all there is.
      return { tally: oneFailed, output };
    }
  });
}

const runVitest = (name: string, ...args: string[]): Promise<Tally> =>
  runTests(
    name,
    (file) => ({
      command: ['vitest', 'run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    }),
    readVitest,
  );

// Tests of the build: they install it as docs/install.md says, and upgrade it under load.
const installedTests = 'tests/installed/';
const upgradeTests = 'tests/resilience/upgrade/';
export const isTestOfBuild = (file: string) => file.startsWith(installedTests) || file.startsWith(upgradeTests);

export const runUnitTests = () =>
  runVitest('unit and API', '--exclude', `${installedTests}**`, '--exclude', `${upgradeTests}**`);
export const runInstalledTests = () => runVitest('installed', installedTests);
export const runUpgradeTests = () => runVitest('upgrades', upgradeTests);

const runPlaywright = (name: string, environment: Record<string, string>): Promise<Tally> =>
  runTests(
    name,
    (file) => ({
      command: ['playwright', 'test', '--reporter=dot,json'],
      environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...environment },
    }),
    readPlaywright,
  );

export const runJourneys = () => runPlaywright('browser journeys', {});
export const runDeliverJourneys = (name: DeliverBuild) => runPlaywright(`${name} journeys`, deliverSettings(name));

/** Some test files only, with the output of their test runner. */
export async function runFiles(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Tally> {
  const child = startCommand(program, args, { environment: { TMPDIR: makeTestFolder(), ...environment } });
  child.stdout?.pipe(process.stdout);
  child.stderr?.pipe(process.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? onePassed : oneFailed;
}
