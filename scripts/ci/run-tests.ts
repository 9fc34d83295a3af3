import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type DeliverBuild, deliverSettings } from './deliver-build.ts';
import { addFileTimes } from './slowest.ts';
import { measureStep, oneFailed, onePassed, printLine, runStep, type Tally } from './steps.ts';
import { readFileTimes, readPlaywright, readVitest, type Results } from './test-results.ts';
import { makeTemporaryFolder, runCommand, startCommand, whenDone } from '../lib/processes.ts';

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

const timesIn = (folder: string) => join(folder, 'times.jsonl');

/** What the test files in a folder say about themselves. */
const addTimesOf = async (folder: string) =>
  addFileTimes(readFileTimes(await readFile(timesIn(folder), 'utf8').catch(() => '')));

const howToRepeat = (file: string) => `Run it alone: npm test -- ${file}`;

interface TestRun {
  command: [string, ...string[]];
  environment?: Record<string, string>;
}

function runTests(
  name: string,
  testRun: (resultsFile: string) => TestRun,
  read: (json: string, ok: boolean) => Results,
): Promise<Tally> {
  return runStep(name, async () => {
    const folder = makeTestFolder();
    const resultsFile = join(folder, 'results.json');
    const { command, environment } = testRun(resultsFile);
    const [program, ...args] = command;
    const progress = showProgress(name);
    const { ok, output } = await runCommand(program, args, {
      environment: { TMPDIR: folder, TEST_TIMES: timesIn(folder), ...environment },
      onOutput: progress.read,
    }).finally(progress.stop);
    await addTimesOf(folder);
    try {
      const { tally, failed, times } = read(await readFile(resultsFile, 'utf8'), ok);
      addFileTimes(times);
      return { tally, output: `${output.trim()}\n\n${failed.map(howToRepeat).join('\n')}` };
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

export const withoutBuild = [installedTests, upgradeTests].flatMap((folder) => ['--exclude', `${folder}**`]);

export const runUnitTests = () => runVitest('unit and API', ...withoutBuild);
export const runInstalledTests = () => runVitest('installed', installedTests);
export const runUpgradeTests = () => runVitest('upgrades', upgradeTests);

const runPlaywright = (name: string, environment: Record<string, string>): Promise<Tally> =>
  runTests(
    name,
    (file) => ({
      command: ['playwright', 'test', '--reporter=dot,json,./tests/e2e/failure-reporter.ts'],
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
  return measureStep(program, async () => {
    const folder = makeTestFolder();
    const child = startCommand(program, args, {
      environment: { TMPDIR: folder, TEST_TIMES: timesIn(folder), ...environment },
    });
    child.stdout?.pipe(process.stdout);
    child.stderr?.pipe(process.stderr);
    const [code] = (await once(child, 'close')) as [number | null];
    await addTimesOf(folder);
    return code === 0 ? onePassed : oneFailed;
  });
}
