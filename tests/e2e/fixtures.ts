import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';
import type { JourneyOptions } from './journey-server.ts';

/** What a visitor's browser complained about during a test. */
class Complaints {
  readonly list: string[] = [];
  #expected: RegExp[] = [];

  /** For a journey that provokes a complaint: an unknown page is logged to the console, a refused request is red. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  add(complaint: string): void {
    this.list.push(complaint);
  }

  get unexpected(): string[] {
    return this.list.filter((complaint) => !this.#expected.some((pattern) => pattern.test(complaint)));
  }
}

/** Answers how to stop. */
export function watch(page: Page, complaints: Complaints, origin: string): () => void {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.add(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => complaints.add(`error: ${error.message}`);
  const onRequest = (request: Request) => {
    const { origin: target, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && target !== origin) {
      complaints.add(`request to another origin: ${request.url()}`);
    }
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  return () => void page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
}

/** Every test fails on a console error, on an uncaught error, and on any request that leaves the site's own origin. */
export const test = base.extend<JourneyOptions & { skipWithoutServer: void; complaints: Complaints }>({
  dataDir: ['', { option: true }],
  isMissing: [undefined, { option: true }],
  skipWithoutServer: [
    async ({ isMissing }, use, testInfo) => {
      testInfo.skip(isMissing !== undefined, isMissing);
      await use();
    },
    { auto: true },
  ],
  complaints: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs: nothing, here
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.unexpected).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints, baseURL }, use) => {
    const { origin } = new URL(baseURL ?? '');
    context.on('page', (page) => watch(page, complaints, origin));
    await use(context);
  },
});

export { expect };
