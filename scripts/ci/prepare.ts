import { findChromiumForJourneys, installChromium } from '../lib/chromium.ts';
import { canInstall, installNginx } from '../lib/system-packages.ts';
import { PostgresMissingError, startPostgres } from '../lib/postgres.ts';
import { oneFailed, oneSkipped, printLine, type Tally } from './steps.ts';

const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

/** Sets TEST_DATABASE_URL to a private PostgreSQL; if there can be none, its tests count as skipped. */
export async function preparePostgres(): Promise<Tally> {
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

/** Without nginx its tests count as skipped. */
export async function prepareNginx(): Promise<Tally> {
  const failure = await installNginx();
  if (failure === undefined) return nothing;
  printLine('nginx', `skipped: ${failure}`);
  return oneSkipped;
}

/** Checked first, as it is cheap: whether the browser journeys have a browser or can install one. */
export function canHaveChromium(): boolean {
  if (findChromiumForJourneys() !== undefined || canInstall) return true;
  console.log('Chromium is missing: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.');
  return false;
}

export async function prepareChromium(): Promise<boolean> {
  const failure = await installChromium();
  const path = findChromiumForJourneys();
  printLine('Chromium', path ?? `FAILED: apt-get could not install it.\n\n${failure ?? ''}`);
  if (path !== undefined) process.env.CHROMIUM_PATH = path;
  return path !== undefined;
}
