import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { canInstall, installPackages, isRoot } from './system-packages.ts';

const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** The same engine without windows: journeys take a seventh less time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const givenPath = () => process.env.CHROMIUM_PATH || undefined;

/** CHROMIUM_PATH if it is set, else the first of these that is installed, else Playwright's own. */
function findFirst(paths: string[]): string | undefined {
  return givenPath() ?? [...paths, chromium.executablePath()].find((path) => existsSync(path));
}

/** The browser that people use, for measurements. */
export const findChromium = () => findFirst([...browserPaths, headlessShell]);
export const findChromiumForJourneys = () => findFirst([headlessShell, ...browserPaths]);

/** Installs the headless shell where that is possible; returns the error output if there is no browser afterwards. */
export async function installChromium(): Promise<string | undefined> {
  if (givenPath() !== undefined || existsSync(headlessShell) || !canInstall) return undefined;
  const fonts = 'fonts-liberation';
  const failure = await installPackages('chromium-headless-shell', fonts);
  // Older Debian releases have only the whole browser.
  return failure === undefined || findChromiumForJourneys() !== undefined
    ? undefined
    : installPackages('chromium', fonts);
}

// Two pages of the address bar would be loaded for every journey: two fifths of its work.
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

// Chromium uses only the last --disable-features: this repeats the features that Playwright disables.
const disabledByPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export const chromiumArguments = [
  // Chromium's sandbox does not run as root, and the shared memory of a container is too small for it.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  `--disable-features=${[...disabledByPlaywright, ...addressBarPages].join(',')}`,
];
