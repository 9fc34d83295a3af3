import {
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import type { JourneyOptions } from './journey-server.ts';
import { watchServerLog } from './server-log.ts';

/** Console errors, uncaught errors and requests to other origins during a test. */
class BrowserErrors {
  readonly list: string[] = [];
  #expected: RegExp[] = [];

  /** For a journey that provokes an error: browsers log unknown pages and rejected requests. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  add(error: string): void {
    this.list.push(error);
  }

  get unexpected(): string[] {
    return this.list.filter((error) => !this.#expected.some((pattern) => pattern.test(error)));
  }
}

/** Returns a function that stops watching. */
export function watch(page: Page, browserErrors: BrowserErrors, origin: string): () => void {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') browserErrors.add(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => browserErrors.add(`error: ${error.message}`);
  const onRequest = (request: Request) => {
    const { origin: target, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && target !== origin) {
      browserErrors.add(`request to another origin: ${request.url()}`);
    }
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  return () => void page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
}

const maxTabStops = 200;

/** A context that journeys share, and a page that stays open in it: the others find its process, with code that is compiled. */
interface Kept {
  context: BrowserContext;
  anchor: Page;
}

async function openKept(context: BrowserContext): Promise<Kept> {
  const anchor = await context.newPage();
  // The first journey finds the same fonts in the cache as the others.
  await anchor.goto('/');
  await anchor.evaluate(() => document.fonts.ready);
  await anchor.goto('/robots.txt');
  return { context, anchor };
}

/** Empties a context for the next journey. Its HTTP cache stays: a page loads in half the time. */
async function empty({ context, anchor }: Kept, origin: string): Promise<void> {
  for (const page of context.pages()) if (page !== anchor) await page.close();
  const devtools = await context.newCDPSession(anchor);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
}

/** Every test fails on a console error, on an uncaught error, and on any request that leaves the site's own origin. */
export const test = base.extend<
  JourneyOptions & {
    /** `false` shares a context: not for what cannot be taken back (clocks, scripts of a context, authenticators) or counts requests. */
    ownContext: boolean;
    skipWithoutServer: void;
    serverLog: void;
    browserErrors: BrowserErrors;
    pressTabTo: (target: Locator) => Promise<void>;
  },
  { keptContexts: Map<string, Kept> }
>({
  dataDir: ['', { option: true }],
  ownContext: [true, { option: true }],
  serverLog: [
    async ({ dataDir }, use, testInfo) => {
      const readLog = watchServerLog(dataDir);
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      const body = await readLog();
      if (body !== '') await testInfo.attach('server log', { body, contentType: 'text/plain' });
    },
    { auto: true },
  ],
  isMissing: [undefined, { option: true }],
  skipWithoutServer: [
    async ({ isMissing }, use, testInfo) => {
      testInfo.skip(isMissing !== undefined, isMissing);
      await use();
    },
    { auto: true },
  ],
  browserErrors: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives a fixture's dependencies from this pattern
    async ({}, use) => {
      const browserErrors = new BrowserErrors();
      await use(browserErrors);
      expect(browserErrors.unexpected).toEqual([]);
    },
    { auto: true },
  ],
  /** Presses Tab until the element is focused; fails if it is not reachable. */
  pressTabTo: async ({ page }, use) => {
    await use(async (target) => {
      const isThere = () => target.evaluate((element) => element === document.activeElement);
      for (let stop = 0; stop < maxTabStops && !(await isThere()); stop += 1) await page.keyboard.press('Tab');
      await expect(target).toBeFocused();
    });
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives a fixture's dependencies from this pattern
  keptContexts: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  context: async (
    {
      context,
      browser,
      keptContexts,
      ownContext,
      browserErrors,
      baseURL,
      locale,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      contextOptions,
    },
    use,
  ) => {
    const { origin } = new URL(baseURL ?? '');
    const watchPage = (page: Page) => void watch(page, browserErrors, origin);
    if (ownContext) {
      context.on('page', watchPage);
      await use(context);
      return;
    }
    const key = JSON.stringify([
      baseURL,
      locale,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      Object.entries(contextOptions),
    ]);
    // It takes the options of this journey from Playwright.
    const kept = keptContexts.get(key) ?? (await openKept(await browser.newContext()));
    keptContexts.set(key, kept);
    kept.context.on('page', watchPage);
    await use(kept.context);
    kept.context.off('page', watchPage);
    await empty(kept, origin);
  },
});

export { expect };
