import { isRoot } from './debian.ts';

// Two pages of the address bar's own, which nobody sees here, would be loaded for every journey: two fifths of its work.
const unseenParts = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

// Chromium heeds the last such list only: what Playwright itself switches off has to be said again.
const switchedOffByPlaywright = [
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
  // Chromium's sandbox refuses root, and the shared memory of a container is too small for it.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  `--disable-features=${[...switchedOffByPlaywright, ...unseenParts].join(',')}`,
];
