import type { ConsoleMessage } from '@playwright/test';
import { publicPages } from './public-pages.ts';
import { expect, isReady, test } from './visitor.ts';

const unknownPaths = [
  '/nowhere',
  '/formations/ebios-risk-manager',
  '/formations/xyz',
  '/services/infrastructure/plus',
  '/contact.html',
  '/%C3%A9t%C3%A9?question=1',
];

test('an unknown path gets status 404 and the 404 page', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  for (const path of unknownPaths) {
    const lines: string[] = [];
    const note = (message: ConsoleMessage) => lines.push(message.text());
    page.on('console', note);
    const response = await visit(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex,nofollow');
    // An unknown path has no canonical URL, not even its own.
    await expect(page.locator('link[rel="canonical"], meta[property="og:url"]')).toHaveCount(0);
    // The path as the browser has it, whatever it was written like.
    const { pathname } = new URL(page.url());
    await expect
      .poll(() => lines.filter((line) => line.startsWith('404: unknown route')))
      .toEqual([`404: unknown route ${pathname}`]);
    page.off('console', note);
  }
});

test('« Return to Home » leads home', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  await visit('/nowhere');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404');
});

test('the 404 page works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await context.close();
});

test('a trailing slash is removed with a 301 on every page', async ({ request }) => {
  for (const path of publicPages.filter((page) => page !== '/')) {
    const answer = await request.get(`${path}/?duree=3`, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(301);
    expect(answer.headers().location, path).toBe(`${path}?duree=3`);
  }
});

test('a URL with a trailing slash leads to the page', async ({ page }) => {
  await page.goto('/contact/');
  await isReady(page);
  await expect(page).toHaveURL('/contact');
});
