import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** The same engine without the windows that nobody sees: journeys take a seventh less time. */
const shell = '/usr/bin/chromium-headless-shell';

/** CHROMIUM_PATH if it is set, else the first of these that is installed, else Playwright's own. */
function findFirst(places: string[]): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') return given;
  return [...places, chromium.executablePath()].find((path) => existsSync(path));
}

/** What people have, for what is measured. */
export const findChromium = () => findFirst([...usualPlaces, shell]);
export const findChromiumForJourneys = () => findFirst([shell, ...usualPlaces]);
