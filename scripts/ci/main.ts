/**
 * `npm test`: every check and every test. `npm test -- PATTERN…`: the test files whose path contains a pattern, unit, API
 * or browser journeys. `npm run test:all`: `npm test` with every test on both engines, journeys checked in every viewport, more
 * fuzzing and more kills, then upgrades under load, a journey in Firefox and in WebKit, the journeys of forms that deliver, the HTML checker and a short chaos run.
 * `npm run validate`: the static checks only.
 */
import { globSync } from 'node:fs';
import { cleanUp, cleanUpOnSignals, runCommand, stopWithNpm } from '../lib/processes.ts';
import {
  formatTally,
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
} from './run-tests.ts';

function checkFormat(): Promise<Tally> {
  return runStep('format', async () => {
    const { ok, output } = await runCommand('oxfmt', ['--list-different', '.']);
    return { tally: ok ? onePassed : oneFailed, output: `${output}Run \`npm run format\`.` };
  });
}

/** Type check and lint read the types of the routes, which are generated first: without them the lint sees `any`. */
async function checkTypes(): Promise<Tally> {
  const generated = await runCommand('react-router', ['typegen']);
  if (!generated.ok) return runStep('types', async () => ({ tally: oneFailed, output: generated.output }));
  return sum(
    await Promise.all([runCommandStep('types', 'tsc', '--pretty', 'false'), runCommandStep('lint', 'oxlint')]),
  );
}

/** All static checks. */
async function validate(): Promise<Tally> {
  return sum(
    await Promise.all([
      checkTypes(),
      checkFormat(),
      runCommandStep('lock file', process.execPath, 'scripts/ci/lockfile.ts', '--check'),
      runCommandStep('import rules', process.execPath, 'scripts/ci/import-rules.ts'),
      runCommandStep('directions', process.execPath, 'scripts/ci/direction-rules.ts'),
      runCommandStep('unused code', 'knip', '--no-progress'),
    ]),
  );
}

const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

/** Sets TEST_DATABASE_URL to a private PostgreSQL; if there can be none, its tests count as skipped. */
async function preparePostgres(): Promise<Tally> {
  if (process.env.TEST_DATABASE_URL) {
    printLine('PostgreSQL', 'the server in TEST_DATABASE_URL');
    return nothing;
  }
  try {
    process.env.TEST_DATABASE_URL = (await startPostgres()).url;
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

async function buildAndRunJourneys(): Promise<Tally> {
  const built = await build();
  if (built.failed > 0) {
    printLine('browser journeys', 'skipped, like the budgets and the installed product: there is no build');
    return sum([built, oneSkipped, oneSkipped, oneSkipped]);
  }
  const budgets = await runCommandStep('budgets', process.execPath, 'scripts/budgets/budgets.ts');
  const installed = await runInstalledTests();
  return sum([built, budgets, installed, (await prepareChromium()) ? await runJourneys() : oneFailed]);
}

async function runEverything(): Promise<Tally> {
  if (!canHaveChromium()) return oneFailed;
  const checked = await Promise.all([validate(), checkVulnerabilities()]);
  const prepared = [await preparePostgres(), await prepareSystemParts()];
  // Unit tests and journeys wait for servers, browsers and timeouts: one after the other, they leave half of two cores idle.
  const tested = await Promise.all([runUnitTests(), buildAndRunJourneys()]);
  return sum([...checked, ...prepared, ...tested]);
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

async function runMatching(patterns: string[]): Promise<Tally> {
  process.env.TESTS = 'all';
  const matching = (glob: string) =>
    globSync(glob, { exclude: (name) => name === 'node_modules' }).filter((file) =>
      patterns.some((pattern) => file.includes(pattern.replace(/^\.\//, ''))),
    );
  const units = matching('{content,contract,app,api,scripts,tests}/**/*.test.{ts,tsx}');
  const specs = Object.groupBy(
    matching('tests/e2e/**/*.spec.ts'),
    (file) => deliverBuildNames.find((name) => file.startsWith(deliverBuilds[name].journeys)) ?? 'usual',
  );
  const { usual: journeys = [] } = specs;
  const specCount = Object.values(specs).flat().length;
  if (units.length + specCount === 0) {
    console.log(`No test file matches ${patterns.join(' or ')}.`);
    return oneFailed;
  }
  const tallies = [await preparePostgres(), await prepareSystemParts()];
  const built = journeys.length > 0 || units.some(isTestOfBuild) ? await build() : nothing;
  tallies.push(built);
  if (built.failed > 0) return sum(tallies);
  if (units.length > 0) tallies.push(await runFiles('vitest', ['run', ...units]));
  if (specCount > 0 && !(await prepareChromium())) return sum([...tallies, oneFailed]);
  if (journeys.length > 0) tallies.push(await runFiles('playwright', ['test', ...journeys]));
  for (const name of deliverBuildNames) {
    const { [name]: files } = specs;
    if (files === undefined) continue;
    const runMatchingOnes = () => runFiles('playwright', ['test', ...files], deliverSettings(name));
    tallies.push(await buildAndRunDeliverJourneys(name, runMatchingOnes));
  }
  return sum(tallies);
}

const args = process.argv.slice(2);
function run(): Promise<Tally> {
  if (args.includes('--static')) return validate();
  if (args.includes('--all')) return runAll();
  return args.length > 0 ? runMatching(args) : runEverything();
}

cleanUpOnSignals();
stopWithNpm();
try {
  const tally = await run();
  console.log(`\n${formatTally(tally)} in ${(performance.now() / 60_000).toFixed(1)} minutes`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
} finally {
  await cleanUp();
}
