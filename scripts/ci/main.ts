/**
 * `npm test`: every check and every test. `npm test -- PATTERN…`: the test files whose path contains a pattern, unit, API
 * or browser journeys. `npm run validate`: the static checks only.
 */
import { globSync } from 'node:fs';
import { isBuiltFrom, sourceStamp } from '../build/build-stamp.ts';
import { cleanUp, cleanUpOnSignals, stopWithNpm } from '../lib/processes.ts';
import { checkVulnerabilities } from './check-vulnerabilities.ts';
import { canHaveChromium, prepareChromium, prepareNginx, preparePostgres } from './prepare.ts';
import { runFiles, runJourneys, runUnitTests } from './run-tests.ts';
import { formatTally, oneFailed, onePassed, oneSkipped, printLine, runCommandStep, sum, type Tally } from './steps.ts';
import { validate } from './validate.ts';

async function build(): Promise<Tally> {
  if (isBuiltFrom('.', sourceStamp('.', process.env.SITE_URL || undefined))) {
    printLine('build', 'ok (already built from these sources)');
    return onePassed;
  }
  return runCommandStep('build', process.execPath, 'scripts/build/build.ts');
}

async function checkBudgets(isBuilt: boolean): Promise<Tally> {
  if (isBuilt) return runCommandStep('budgets', process.execPath, 'scripts/budgets/budgets.ts');
  printLine('budgets', 'skipped: there is no build');
  return oneSkipped;
}

async function runJourneysOn(isBuilt: boolean): Promise<Tally> {
  if (!isBuilt) {
    printLine('browser journeys', 'skipped: there is no build');
    return oneSkipped;
  }
  return (await prepareChromium()) ? runJourneys() : oneFailed;
}

async function runEverything(): Promise<Tally> {
  if (!canHaveChromium()) return oneFailed;
  const checked = await Promise.all([validate(), checkVulnerabilities()]);
  const prepared = [await preparePostgres(), await prepareNginx()];
  // Tests often wait for a server or a timeout: the build uses the idle time.
  const [tested, built] = await Promise.all([runUnitTests(), build()]);
  const isBuilt = built.failed === 0;
  return sum([...checked, ...prepared, tested, built, await checkBudgets(isBuilt), await runJourneysOn(isBuilt)]);
}

async function runMatching(patterns: string[]): Promise<Tally> {
  const matching = (glob: string) =>
    globSync(glob, { exclude: (name) => name === 'node_modules' }).filter((file) =>
      patterns.some((pattern) => file.includes(pattern.replace(/^\.\//, ''))),
    );
  const units = matching('{content,contract,app,api,scripts,tests}/**/*.test.{ts,tsx}');
  const journeys = matching('tests/e2e/**/*.spec.ts');
  if (units.length + journeys.length === 0) {
    console.log(`No test file matches ${patterns.join(' or ')}.`);
    return oneFailed;
  }
  const tallies = [await preparePostgres(), await prepareNginx()];
  if (units.length > 0) tallies.push(await runFiles('vitest', 'run', ...units));
  if (journeys.length > 0) {
    const built = await build();
    tallies.push(built);
    if (built.failed === 0)
      tallies.push((await prepareChromium()) ? await runFiles('playwright', 'test', ...journeys) : oneFailed);
  }
  return sum(tallies);
}

const args = process.argv.slice(2);
const run = () => (args.includes('--static') ? validate() : args.length > 0 ? runMatching(args) : runEverything());

cleanUpOnSignals();
stopWithNpm();
try {
  const tally = await run();
  console.log(`\n${formatTally(tally)}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
} finally {
  await cleanUp();
}
