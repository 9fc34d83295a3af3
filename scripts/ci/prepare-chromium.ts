import { canInstall, install } from './debian.ts';
import { findChromiumForJourneys, hasLightChromium } from './find-chromium.ts';
import { say } from './steps.ts';

/** Whether the browser journeys can have a browser here; says what to do where they cannot. */
export function canHaveChromium(): boolean {
  if (findChromiumForJourneys() !== undefined || canInstall) return true;
  console.log(
    'There is no Chromium here: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH, and start again.',
  );
  return false;
}

export async function prepareChromium(): Promise<boolean> {
  // Also where the whole browser is installed, which takes longer for the same.
  const problem = hasLightChromium() || !canInstall ? undefined : await installChromium();
  const path = findChromiumForJourneys();
  say('Chromium', path ?? `FAILED: apt-get could not install it.\n\n${problem ?? ''}`);
  if (path !== undefined) process.env.CHROMIUM_PATH = path;
  return path !== undefined;
}

async function installChromium(): Promise<string | undefined> {
  const fonts = 'fonts-liberation';
  // Older releases of Debian have only the whole browser.
  const hasShell = (await install('chromium-headless-shell', fonts)) === undefined;
  return hasShell || findChromiumForJourneys() !== undefined ? undefined : install('chromium', fonts);
}
