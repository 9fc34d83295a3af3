import type { Locator, Page, Response } from '@playwright/test';
import { expect, test as base, watch } from '../fixtures.ts';

type Visit = (path: string) => Promise<Response | null>;
type PressTabTo = (target: Locator) => Promise<void>;

/** A page is interactive once it is hydrated; text and links work before. */
export const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '');

const tabStops = 200;

export const test = base.extend<{ visit: Visit; pressTabTo: PressTabTo; reader: Page }, { keptPage: Page }>({
  visit: async ({ page }, use) => {
    await use(async (path) => {
      const response = await page.goto(path);
      await isReady(page);
      return response;
    });
  },
  /** Presses Tab until the element is focused; fails if it is not reachable. */
  pressTabTo: async ({ page }, use) => {
    await use(async (target) => {
      const isThere = () => target.evaluate((element) => element === document.activeElement);
      for (let stop = 0; stop < tabStops && !(await isThere()); stop += 1) await page.keyboard.press('Tab');
      await expect(target).toBeFocused();
    });
  },
  keptPage: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', locale = '', timezoneId = '', viewport = null } = project.use;
      const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, javaScriptEnabled: false });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  /** A browser without JavaScript that only reads. It keeps nothing from page to page, so that many journeys share it. */
  reader: async ({ keptPage, browserErrors, baseURL }, use) => {
    const stopWatching = watch(keptPage, browserErrors, new URL(baseURL ?? '').origin);
    await use(keptPage);
    stopWatching();
  },
});

export { expect };
