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

const givenPath = () => process.env.CHROMIUM_PATH || undefined;

/** Whether journeys have the lighter one, or one that they were told to use. */
export const hasLightChromium = () => givenPath() !== undefined || existsSync(shell);

/** CHROMIUM_PATH if it is set, else the first of these that is installed, else Playwright's own. */
function findFirst(places: string[]): string | undefined {
  return givenPath() ?? [...places, chromium.executablePath()].find((path) => existsSync(path));
}

/** What people have, for what is measured. */
export const findChromium = () => findFirst([...usualPlaces, shell]);
export const findChromiumForJourneys = () => findFirst([shell, ...usualPlaces]);
