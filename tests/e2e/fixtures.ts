import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

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

function watch(page: Page, complaints: Complaints, origin: string): void {
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.add(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.add(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin: target, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && target !== origin) {
      complaints.add(`request to another origin: ${request.url()}`);
    }
  });
}

/** Every test fails on a console error, on an uncaught error, and on any request that leaves the site's own origin. */
export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ context, baseURL }, use) => {
      const complaints = new Complaints();
      const { origin } = new URL(baseURL ?? '');
      context.on('page', (page) => watch(page, complaints, origin));
      await use(complaints);
      expect(complaints.unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
