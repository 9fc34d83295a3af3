import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/test/find-chromium.ts';
import { freePort } from './scripts/test/free-port.ts';

// Workers load this file too and inherit the environment: the first to come decides for all.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= join(tmpdir(), `portal-journeys-${process.env.E2E_PORT}`);
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;
const executablePath = findChromium();

const isRoot = process.getuid?.() === 0;
// Chromium's sandbox refuses root, and the shared memory of a container is too small for it.
const args = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'];

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  // A journey that passes only the second time is broken for half of the visitors.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    colorScheme: 'light',
    // `npx playwright test --trace on` records one when a failure cannot be read from its screenshot.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
      // Most journeys are the same on both; those that a phone changes carry this tag.
      grep: /@phone/,
    },
  ],
  webServer: {
    command: `"${process.execPath}" tests/e2e/serve.ts`,
    url: `${origin}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.E2E_PORT,
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA_DIR,
      SITE_URL: origin,
      DEMO_PASSWORD: 'correct horse battery',
      LOG_LEVEL: 'warn',
    },
  },
});
