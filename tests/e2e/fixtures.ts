import { test as base, type ConsoleMessage, expect, type Locator, type Page, type Request } from '@playwright/test';
import type { JourneyOptions } from './journey-server.ts';

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

/** Every test fails on a console error, on an uncaught error, and on any request that leaves the site's own origin. */
export const test = base.extend<
  JourneyOptions & {
    skipWithoutServer: void;
    browserErrors: BrowserErrors;
    pressTabTo: (target: Locator) => Promise<void>;
  }
>({
  dataDir: ['', { option: true }],
  isMissing: [undefined, { option: true }],
  skipWithoutServer: [
    async ({ isMissing }, use, testInfo) => {
      testInfo.skip(isMissing !== undefined, isMissing);
      await use();
    },
    { auto: true },
  ],
  browserErrors: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs: nothing, here
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
  context: async ({ context, browserErrors, baseURL }, use) => {
    const { origin } = new URL(baseURL ?? '');
    context.on('page', (page) => watch(page, browserErrors, origin));
    await use(context);
  },
});

export { expect };
