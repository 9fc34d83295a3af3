import type { Locator, Page, Response } from '@playwright/test';
import { expect, test as base, watch } from '../fixtures.ts';

type Visit = (path: string) => Promise<Response | null>;

/** A page is interactive once it is hydrated; text and links work before. */
export const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '');

/** Names of what the page's origin keeps in the browser, by the kind of storage as the cookie policy calls it. */
export const readStorage = (page: Page) =>
  page.evaluate(async () => ({
    'stockage local': Object.keys(localStorage),
    'stockage de session': Object.keys(sessionStorage),
    IndexedDB: (await indexedDB.databases()).map(({ name = '' }) => name),
    cache: await caches.keys(),
    'service worker': (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  }));

export const test = base.extend<{ visit: Visit; reader: Page }, { keptPage: Page }>({
  visit: async ({ page }, use) => {
    await use(async (path) => {
      const response = await page.goto(path);
      await isReady(page);
      return response;
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
  reader: async ({ keptPage, browserErrors, baseURL, viewport }, use) => {
    // A test before may have changed it.
    if (viewport !== null) await keptPage.setViewportSize(viewport);
    const stopWatching = watch(keptPage, browserErrors, new URL(baseURL ?? '').origin);
    await use(keptPage);
    stopWatching();
  },
});

export { expect };

/** What a form did when it was sent: the lines it logged, and the calls it should not have made. */
export function watchForm(page: Page, name: string) {
  const lines: Record<string, string>[] = [];
  const calls: string[] = [];
  page.on('console', (message) => {
    const [, values] = new RegExp(`^${name} (\\{.*\\})$`).exec(message.text()) ?? [];
    if (message.type() === 'info' && values) lines.push(JSON.parse(values) as Record<string, string>);
  });
  page.on('request', (request) => {
    // Pages fetch their own parts ahead of a click; a call would carry a body or the visitor's words.
    const isCall = request.method() !== 'GET' || request.postData() !== null || request.url().includes('lerinval');
    if (isCall || ['xhr', 'websocket', 'eventsource', 'ping'].includes(request.resourceType()))
      calls.push(request.url());
  });
  return { lines, calls };
}

export const person = { name: 'Hélène Viggiani', company: 'Cabinet Lérinval', email: 'h.viggiani@lerinval.example' };

/** The form of a page's main part, and its fields by name. */
export function formOf(page: Page) {
  const form = page.getByRole('main').locator('form');
  return {
    form,
    field: (name: string) => form.locator(`[name="${name}"]`),
    controls: form.locator('input, select, textarea'),
    required: form.locator('[required]'),
    confirmation: form.getByRole('status'),
  };
}

/** What the reader sees after sending: the confirmation above the fields, in view and focused, and a button that says so. */
export async function expectConfirmation(page: Page, title: string): Promise<void> {
  const { form, controls, confirmation } = formOf(page);
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toBeInViewport({ ratio: 1 });
  await expect(confirmation.getByText(title, { exact: true })).toBeVisible();
  const [box, header, first] = await Promise.all([
    confirmation.boundingBox(),
    page.getByRole('banner').boundingBox(),
    controls.locator('visible=true').first().boundingBox(),
  ]);
  expect(box?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(first?.y ?? 0);
  await expect(form.getByRole('button', { name: title, exact: true })).toBeDisabled();
}

export const attributesOf = (elements: Locator, name: string) =>
  elements.evaluateAll((all, attribute) => all.map((element) => element.getAttribute(attribute)), name);

/** The values that a select offers. */
export const optionsOf = (select: Locator) => attributesOf(select.locator('option'), 'value');
