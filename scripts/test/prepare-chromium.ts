import { canInstall, install } from './debian.ts';
import { findChromium } from './find-chromium.ts';
import { say } from './steps.ts';

/** Whether the browser journeys can have a browser here; says what to do where they cannot. */
export function canHaveChromium(): boolean {
  if (findChromium() !== undefined || canInstall) return true;
  console.log(
    'There is no Chromium here: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH, and start again.',
  );
  return false;
}

export async function prepareChromium(): Promise<boolean> {
  const problem = findChromium() === undefined ? await install('chromium', 'fonts-liberation') : undefined;
  const path = findChromium();
  say('Chromium', path ?? `FAILED: apt-get could not install it.\n\n${problem ?? ''}`);
  if (path !== undefined) process.env.CHROMIUM_PATH = path;
  return path !== undefined;
}
