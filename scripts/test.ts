import { isBuiltFrom, sourceStamp } from './build-stamp.ts';
import { stopWithNpm } from './stop-with-npm.ts';
import { cleanUp, cleanUpOnSignals } from './ci/clean-up.ts';
import { canHaveChromium, prepareChromium } from './ci/prepare-chromium.ts';
import { prepareNginx } from './ci/prepare-nginx.ts';
import { preparePostgres } from './ci/prepare-postgres.ts';
import { runJourneys, runUnitTests } from './ci/run-tests.ts';
import { checkVulnerabilities } from './ci/check-vulnerabilities.ts';
import { commandStep, say } from './ci/steps.ts';
import { describe, oneFailed, onePassed, oneSkipped, sum, type Tally } from './ci/tally.ts';
import { validate } from './ci/validate.ts';

async function build(): Promise<Tally> {
  if (isBuiltFrom('.', sourceStamp('.', process.env.SITE_URL || undefined))) {
    say('build', 'ok (made from these sources before)');
    return onePassed;
  }
  return commandStep('build', process.execPath, 'scripts/build/build.ts');
}

async function budgets(isBuilt: boolean): Promise<Tally> {
  if (isBuilt) return commandStep('budgets', process.execPath, 'scripts/budgets.ts');
  say('budgets', 'skipped: there is no build to weigh');
  return oneSkipped;
}

async function journeys(isBuilt: boolean): Promise<Tally> {
  if (!isBuilt) {
    say('browser journeys', 'skipped: there is no build to visit');
    return oneSkipped;
  }
  return (await prepareChromium()) ? runJourneys() : oneFailed;
}

async function runEverything(): Promise<Tally> {
  if (!canHaveChromium()) return oneFailed;
  const checked = await Promise.all([validate(), checkVulnerabilities()]);
  const prepared = [await preparePostgres(), await prepareNginx()];
  // Tests often wait for a server or a deadline: the build fills these gaps.
  const [tested, built] = await Promise.all([runUnitTests(), build()]);
  const weighed = await budgets(built.failed === 0);
  return sum([...checked, ...prepared, tested, built, weighed, await journeys(built.failed === 0)]);
}

async function runThenCleanUp(): Promise<Tally> {
  try {
    return await runEverything();
  } finally {
    await cleanUp();
  }
}

cleanUpOnSignals();
stopWithNpm();
const tally = await runThenCleanUp();
console.log(`\n${describe(tally)}`);
process.exitCode = tally.failed > 0 ? 1 : 0;
