/**
 * `npm test`: every check and every test. `npm test -- PATTERN…`: the test files whose path contains a pattern, unit, API
 * or browser journeys; with `-t NAME` only tests with that name. `npm test -- --changed`: what the change since `main` can
 * affect. `npm test -- --slowest 40`: lists more of the slowest files at the end.
 * `npm run test:all`: `npm test` with every test on both engines, journeys checked in every viewport, more
 * fuzzing and more kills, then upgrades under load, a journey in Firefox and in WebKit, the journeys of forms that deliver, the HTML checker and a short chaos run.
 * `npm run validate`: the static checks only.
 */
import { globSync } from 'node:fs';
import { cleanUp, cleanUpOnSignals, runCommand, stopWithNpm } from '../lib/processes.ts';
import {
  formatTally,
  measureStep,
  nothing,
  oneFailed,
  onePassed,
  oneSkipped,
  printLine,
  runCommandStep,
  runStep,
  sum,
  type Tally,
} from './steps.ts';
import { findChromiumForJourneys, installChromium } from '../lib/chromium.ts';
import { canInstall, installSystemPart, systemPartNames } from '../lib/system-packages.ts';
import { PostgresMissingError, startPostgres } from '../lib/postgres.ts';
import { readBuildSettings } from '../build/build-settings.ts';
import { isBuiltFrom, sourceStamp } from '../build/build-stamp.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { filesChangedSinceMain, testsAffectedBy } from './changed-tests.ts';
import { printTimes } from './slowest.ts';
import { unlessUnchanged } from './unchanged.ts';
import { checkHtml } from './check-html.ts';
import { type DeliverBuild, deliverBuildNames, deliverBuilds, deliverSettings } from './deliver-build.ts';
import { checkVulnerabilities } from './check-vulnerabilities.ts';
import {
  isTestOfBuild,
  runDeliverJourneys,
  runFiles,
  runInstalledTests,
  runJourneys,
  runUnitTests,
  runUpgradeTests,
  withoutBuild,
} from './run-tests.ts';

function checkFormat(): Promise<Tally> {
  return runStep('format', async () => {
    const { ok, output } = await runCommand('oxfmt', ['--list-different', '.']);
    return { tally: ok ? onePassed : oneFailed, output: `${output}Run \`npm run format\`.` };
  });
}

const isCode = (file: string) => /\.(?:[cm]?[jt]sx?|css|json)$/.test(file) || file.startsWith('.');
const unlessCodeUnchanged = (name: string, command: string, ...args: string[]) =>
  unlessUnchanged(name, isCode, () => runCommandStep(name, command, ...args));

/** The lint reports what TypeScript does. It reads the types of the routes, which are generated first. */
async function checkTypes(): Promise<Tally> {
  const name = 'types and lint';
  const generated = await measureStep(name, () => runCommand('react-router', ['typegen']));
  if (!generated.ok) return runStep(name, async () => ({ tally: oneFailed, output: generated.output }));
  return runCommandStep(name, 'oxlint');
}

/** All static checks. */
async function validate(): Promise<Tally> {
  return sum(
    await Promise.all([
      unlessUnchanged('types and lint', isCode, checkTypes),
      unlessUnchanged('format', () => true, checkFormat),
      runCommandStep('lock file', process.execPath, 'scripts/ci/lockfile.ts', '--check'),
      unlessCodeUnchanged('import rules', process.execPath, 'scripts/ci/import-rules.ts'),
      unlessCodeUnchanged('directions', process.execPath, 'scripts/ci/direction-rules.ts'),
      unlessCodeUnchanged('unused code', 'knip', '--no-progress'),
    ]),
  );
}

/** Sets TEST_DATABASE_URL to a private PostgreSQL; if there can be none, its tests count as skipped. */
async function preparePostgres(): Promise<Tally> {
  if (process.env.TEST_DATABASE_URL) {
    printLine('PostgreSQL', 'the server in TEST_DATABASE_URL');
    return nothing;
  }
  try {
    process.env.TEST_DATABASE_URL = (await measureStep('PostgreSQL', startPostgres)).url;
    printLine('PostgreSQL', 'a private cluster');
    return nothing;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof PostgresMissingError)) {
      printLine('PostgreSQL', `FAILED: ${message}`);
      return oneFailed;
    }
    printLine('PostgreSQL', `skipped: ${message} Or set TEST_DATABASE_URL to a server of version 15 or newer.`);
    return oneSkipped;
  }
}

/** nginx, clamd, Postfix and others: the tests of a missing one count as skipped. */
async function prepareSystemParts(): Promise<Tally> {
  let tally = nothing;
  // One after the other: apt-get locks its database.
  for (const part of systemPartNames) {
    const failure = await installSystemPart(part);
    if (failure === undefined) continue;
    printLine(part, `skipped: ${failure}`);
    tally = sum([tally, oneSkipped]);
  }
  return tally;
}

/** Checked first, as it is cheap: whether the browser journeys have a browser or can install one. */
function canHaveChromium(): boolean {
  if (findChromiumForJourneys() !== undefined || canInstall) return true;
  console.log('Chromium is missing: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.');
  return false;
}

async function prepareChromium(): Promise<boolean> {
  const failure = await installChromium();
  const path = findChromiumForJourneys();
  printLine('Chromium', path ?? `FAILED: apt-get could not install it.\n\n${failure ?? ''}`);
  if (path !== undefined) process.env.CHROMIUM_PATH = path;
  return path !== undefined;
}

async function build(name = 'build', environment: Record<string, string> = {}): Promise<Tally> {
  const settings = readBuildSettings({ ...process.env, ...environment });
  if (isBuiltFrom('.', sourceStamp('.', settings), environment.BUILD_FOLDER)) {
    printLine(name, 'ok (already built from these sources)');
    return onePassed;
  }
  return runStep(name, async () => {
    const { ok, output } = await runCommand(process.execPath, ['scripts/build/build.ts'], { environment });
    return { tally: ok ? onePassed : oneFailed, output };
  });
}

/** Journeys of public forms that deliver: they need builds of their own. */
async function buildAndRunDeliverJourneys(
  name: DeliverBuild,
  runThem: (name: DeliverBuild) => Promise<Tally> = runDeliverJourneys,
): Promise<Tally> {
  const built = await build(`${name} build`, deliverBuilds[name].settings);
  return sum([built, built.failed > 0 ? oneSkipped : await runThem(name)]);
}

const isReadByInstalledTests = (file: string) =>
  file.startsWith('tests/installed/') ||
  (!/\.(?:test|spec)\.tsx?$/.test(file) && !/^(?:bench|tests\/e2e)\//.test(file));

async function buildAndRunJourneys(): Promise<Tally> {
  const built = await build();
  if (built.failed > 0) {
    printLine('browser journeys', 'skipped, like the budgets and the installed product: there is no build');
    return sum([built, oneSkipped, oneSkipped, oneSkipped]);
  }
  const budgets = await runCommandStep('budgets', process.execPath, 'scripts/budgets/budgets.ts');
  const installed = await unlessUnchanged('installed', isReadByInstalledTests, runInstalledTests);
  return sum([built, budgets, installed, (await prepareChromium()) ? await runJourneys() : oneFailed]);
}

async function runEverything(): Promise<Tally> {
  if (!canHaveChromium()) return oneFailed;
  const prepared = [await preparePostgres(), await prepareSystemParts()];
  // Each side waits for servers, browsers and slow disks at times, and leaves a core to the other.
  const checkAndRunUnitTests = async () => sum([await validate(), await runUnitTests()]);
  const tested = await Promise.all([checkVulnerabilities(), checkAndRunUnitTests(), buildAndRunJourneys()]);
  return sum([...prepared, ...tested]);
}

/** Browsers that Playwright cannot start as Debian packages them. Skipped where one is missing. */
async function runSmokeJourney(browser: 'Firefox' | 'WebKit'): Promise<Tally> {
  const failure = await installSystemPart(browser);
  if (failure === undefined) return runCommandStep(browser, process.execPath, 'tests/browsers/main.ts', browser);
  printLine(browser, `skipped: ${failure}`);
  return oneSkipped;
}

/** What takes too long for `npm test`. */
async function runAll(): Promise<Tally> {
  process.env.TESTS = 'all';
  process.env.FAULT_ROUNDS ||= '20';
  process.env.FUZZ_RUNS ||= '200';
  process.env.ENGINES ||= 'both';
  const tested = await runEverything();
  const upgrades = await runUpgradeTests();
  const smoke = [await runSmokeJourney('Firefox'), await runSmokeJourney('WebKit')];
  const deliver: Tally[] = [];
  for (const name of deliverBuildNames)
    deliver.push(findChromiumForJourneys() === undefined ? oneSkipped : await buildAndRunDeliverJourneys(name));
  const html = await checkHtml();
  const chaos = await runCommandStep('chaos', process.execPath, 'tests/resilience/chaos/main.ts', '--minutes', '3');
  return sum([tested, upgrades, ...smoke, ...deliver, html, chaos]);
}

const findFiles = (glob: string) => globSync(glob, { exclude: (name) => name === 'node_modules' });
const unitFiles = () => findFiles('{content,contract,app,api,main,modules,scripts,bench,tests}/**/*.test.{ts,tsx}');
const specFiles = () => findFiles('tests/e2e/**/*.spec.ts');

interface Chosen {
  units: string[];
  specs: string[];
  /** Vitest runs the test files that import one of these. */
  modules?: string[];
  /** Only tests with this name. */
  name?: string | undefined;
}

async function runChosen({ units, specs, modules = [], name }: Chosen): Promise<Tally> {
  const byBuild = Object.groupBy(
    specs,
    (file) => deliverBuildNames.find((one) => file.startsWith(deliverBuilds[one].journeys)) ?? 'usual',
  );
  const { usual: journeys = [] } = byBuild;
  const tallies = [await preparePostgres(), await prepareSystemParts()];
  const built = journeys.length > 0 || units.some(isTestOfBuild) ? await build() : nothing;
  tallies.push(built);
  if (built.failed > 0) return sum(tallies);
  const named = (option: string) => (name === undefined ? [] : [option, name]);
  if (units.length > 0) tallies.push(await runFiles('vitest', ['run', ...units, ...named('-t')]));
  // Tests of the build run if they were chosen themselves.
  if (modules.length > 0) tallies.push(await runFiles('vitest', ['related', '--run', ...modules, ...withoutBuild]));
  if (specs.length > 0 && !(await prepareChromium())) return sum([...tallies, oneFailed]);
  if (journeys.length > 0) tallies.push(await runFiles('playwright', ['test', ...journeys, ...named('-g')]));
  for (const one of deliverBuildNames) {
    const { [one]: files } = byBuild;
    if (files === undefined) continue;
    const runThem = () => runFiles('playwright', ['test', ...files, ...named('-g')], deliverSettings(one));
    tallies.push(await buildAndRunDeliverJourneys(one, runThem));
  }
  return sum(tallies);
}

async function runMatching({ patterns, name }: Arguments): Promise<Tally> {
  process.env.TESTS = 'all';
  const matches = (file: string) => patterns.some((pattern) => file.includes(pattern.replace(/^\.\//, '')));
  const [units, specs] = [unitFiles().filter(matches), specFiles().filter(matches)];
  if (units.length + specs.length > 0) return runChosen({ units, specs, name });
  console.log(`No test file matches ${patterns.join(' or ')}.`);
  return oneFailed;
}

/** The static checks, which take no longer for one file than for all, and the tests that the change since `main` can affect. */
async function runChanged(): Promise<Tally> {
  const changed = filesChangedSinceMain();
  const folders = ['desk', 'portal', 'public'].map((folder) => `tests/e2e/${folder}/`);
  const { modules, readers, journeys, leftOut } = testsAffectedBy(changed, unitFiles(), folders);
  console.log(`${changed.length} files differ from main. Left out:\n${leftOut.map((one) => `- ${one}`).join('\n')}\n`);
  const specs = specFiles().filter((file) => journeys.some((one) => file.startsWith(one)));
  const checked = await validate();
  return changed.length === 0 ? checked : sum([checked, await runChosen({ units: readers, specs, modules })]);
}

function run(args: Arguments): Promise<Tally> {
  if (args.mode === 'static') return validate();
  if (args.mode === 'all') return runAll();
  if (args.mode === 'changed') return runChanged();
  return args.patterns.length > 0 ? runMatching(args) : runEverything();
}

cleanUpOnSignals();
stopWithNpm();
try {
  const args = readArguments(process.argv.slice(2));
  const tally = await run(args);
  printTimes(args.slowest);
  console.log(`\n${formatTally(tally)} in ${(performance.now() / 60_000).toFixed(1)} minutes`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
} finally {
  await cleanUp();
}
