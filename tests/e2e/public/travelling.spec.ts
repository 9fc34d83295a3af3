import type { Page } from '@playwright/test';
import { expect, isReady, test } from './visitor.ts';

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href');

test('a click shows the next page in the same document, with its own head', async ({ visit, page }) => {
  await visit('/partners');
  await mark(page);
  await footerLink(page, 'Contact').click();
  await expect(page).toHaveURL('/contact');
  await expect(page).toHaveTitle(/^Contact/);
  await expect.poll(() => canonical(page)).toMatch(/\/contact$/);
  expect(await page.locator('meta[name=description]').count()).toBe(1);
  // What search engines read belongs to the document that they read.
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(0);
  expect(await isSameDocument(page)).toBe(true);
});

test('a first load asks for at most twelve files', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await isReady(page);
  // From the first record on, all is fetched for the next click, in idle moments.
  const record = asked.findIndex((path) => path.endsWith('.json'));
  const first = record === -1 ? asked : asked.slice(0, record);
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(12);
});

test('what is in view is there before the click, and Back asks for nothing', async ({ visit, page }) => {
  const ready = page.waitForResponse('**/services.json');
  const module = page.waitForResponse(/assets\/services-.*\.js/);
  await visit('/');
  await ready;
  await module;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('main').getByRole('link', { name: 'Découvrir nos services' }).click();
  await expect(page).toHaveURL('/services');
  await expect(page).toHaveTitle(/Services|services/);
  expect(asked.filter((path) => /^\/services(\.json)?$|assets\/services-/.test(path))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/une informatique/i);
  expect(asked.filter((path) => /^\/(index\.json)?$|assets\/home-/.test(path))).toEqual([]);
});

test('after a deployment, a click loads the new site', async ({ visit, page }) => {
  await page.route('**/contact.json', async (route) => {
    const answer = await route.fetch();
    const record = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...record, entry: '/assets/entry.client-of-tomorrow.js' } });
  });
  await visit('/partners');
  await mark(page);
  await footerLink(page, 'Contact').click();
  await expect(page).toHaveURL('/contact');
  await isReady(page);
  await expect(page).toHaveTitle(/^Contact/);
  expect(await isSameDocument(page)).toBe(false);
});

test('a page whose code is gone loads a document instead', async ({ visit, page, complaints }) => {
  complaints.expect(/404|Failed/);
  await page.route(/assets\/contact-.*\.js/, (route) =>
    route.request().frame().url().endsWith('/contact') ? route.continue() : route.fulfill({ status: 404 }),
  );
  await visit('/partners');
  await mark(page);
  await footerLink(page, 'Contact').click();
  await expect(page).toHaveURL('/contact');
  await isReady(page);
  expect(await isSameDocument(page)).toBe(false);
});

test('while a page is slow to come the reader sees it, and the last click wins', async ({ visit, page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/contact.json', async (route) => {
    await held;
    await route.continue();
  });
  await visit('/partners');
  await footerLink(page, 'Contact').click();
  await expect(page.locator('html')).toHaveAttribute('data-travelling', '');
  await expect(page).toHaveURL('/partners');
  await footerLink(page, 'Pourquoi Nous').click();
  await expect(page).toHaveURL('/why-us');
  await expect(page.locator('html')).not.toHaveAttribute('data-travelling');
  const answered = page.waitForResponse('**/contact.json');
  release();
  await answered;
  await expect(page).toHaveURL('/why-us');
});

test('a click with a key held opens a tab of its own', async ({ visit, page, context }) => {
  await visit('/partners');
  const opened = context.waitForEvent('page');
  await footerLink(page, 'Contact').click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(tab).toHaveURL('/contact');
  await expect(page).toHaveURL('/partners');
});

test('the portal is a document of its own', async ({ visit, page }) => {
  await visit('/partners');
  await mark(page);
  await page.locator('a[href^="/customer-"]').first().click();
  await expect(page).toHaveURL(/\/customer-auth/);
  expect(await isSameDocument(page)).toBe(false);
});
