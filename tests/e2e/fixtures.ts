import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';
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

/** Every test fails on a console error, on an uncaught error, and on any request that leaves the site's own origin. */
export const test = base.extend<JourneyOptions & { skipWithoutServer: void; browserErrors: BrowserErrors }>({
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
  context: async ({ context, browserErrors, baseURL }, use) => {
    const { origin } = new URL(baseURL ?? '');
    context.on('page', (page) => watch(page, browserErrors, origin));
    await use(context);
  },
});

export { expect };
