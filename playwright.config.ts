import { defineConfig, devices } from '@playwright/test';
import { chosenBuild, deliverBuilds } from './scripts/ci/deliver-build.ts';
import { chromiumArguments, findChromiumForJourneys } from './scripts/lib/chromium.ts';
import { type JourneyOptions, journeyServer, placeFor } from './tests/e2e/journey-server.ts';
import { timeLimits } from './tests/support/time-limits.ts';

const embedded = await placeFor(chosenBuild ?? 'embedded');
const postgresql = await placeFor('postgresql');
const hasPostgres = chosenBuild === undefined && (process.env.TEST_DATABASE_URL ?? '') !== '';
const executablePath = findChromiumForJourneys();

const runsAll = process.env.TESTS === 'all';

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

export default defineConfig<JourneyOptions>({
  ...(chosenBuild === undefined
    ? { testDir: 'tests/e2e', testIgnore: Object.values(deliverBuilds).map(({ journeys }) => `**/${journeys}**`) }
    : { testDir: deliverBuilds[chosenBuild].journeys }),
  // Rare failures, other viewports and details of looks: `npm run test:all` runs them.
  ...(runsAll ? {} : { grepInvert: /@all/ }),
  fullyParallel: true,
  workers: 2,
  // A journey that passes only the second time fails for some visitors: `npm test` names it, `npm run test:all` fails.
  retries: runsAll ? 0 : 1,
  forbidOnly: true,
  // A journey is as long as several tests.
  timeout: 2 * timeLimits.test,
  expect: { timeout: timeLimits.wait, toPass: { timeout: timeLimits.wait } },
  reporter: [['list'], ['./tests/e2e/failure-reporter.ts']],
  use: {
    baseURL: embedded.origin,
    dataDir: embedded.dataDir,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    colorScheme: 'light',
    // `npx playwright test --trace on` records one when a failure cannot be read from its screenshot. A repeat always does.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: chosenBuild ?? 'desktop', use: desktop },
    {
      name: chosenBuild === undefined ? 'phone' : `${chosenBuild}-phone`,
      // A Pixel 7 has seven pixels for each of these: they take longer to draw, and prove no more.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
      // Most journeys are the same on both; those that a phone changes carry this tag.
      grep: /@phone/,
    },
    {
      name: 'postgresql',
      // One journey for each kind of request: sessions, mails, lists, search, writes, second factor. The API tests cover the
      // rest on both engines, and the browser cannot tell one engine from the other: `npm test` runs a few of them.
      grep: /@engines/,
      ...(runsAll ? {} : { testMatch: /portal\/(sign-in|sign-up|tickets|live)\.spec\.ts$/ }),
      use: {
        ...desktop,
        baseURL: postgresql.origin,
        dataDir: postgresql.dataDir,
        isMissing: hasPostgres ? undefined : 'TEST_DATABASE_URL names no PostgreSQL',
      },
    },
  ],
  webServer: [embedded, ...(hasPostgres ? [postgresql] : [])].map((place) => journeyServer(place)),
});
