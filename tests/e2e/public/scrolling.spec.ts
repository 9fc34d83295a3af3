import type { Page } from '@playwright/test';
import { expect, isReady, test } from './visitor.ts';

/** Once the page itself has heard of it: a scroll is told with the next frame. */
async function place(page: Page): Promise<number> {
  await isReady(page);
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Math.round(window.scrollY);
  });
}

test('every new page starts at its top; Back and Forward return to where the reader was', async ({ visit, page }) => {
  await visit('/');
  const link = page.getByRole('link', { name: 'Voir le catalogue des formations' });
  await link.scrollIntoViewIfNeeded();
  const before = await place(page);
  expect(before).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL('/formations');
  await expect.poll(() => place(page)).toBe(0);

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const below = await place(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => place(page)).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL('/formations');
  await expect.poll(() => place(page)).toBe(below);
});

test('Back from a page that was loaded anew returns there too', async ({ visit, page }) => {
  await visit('/services/cybersecurity');
  await page.getByRole('heading', { name: 'Questions fréquentes' }).scrollIntoViewIfNeeded();
  const before = await place(page);
  await page.goto('/contact');
  await isReady(page);
  await page.goBack();
  await expect.poll(() => place(page)).toBe(before);
});

test('a link to a part of the page shows that part, below the header', async ({ visit, page }) => {
  await visit('/politique-confidentialite');
  const contents = page.getByRole('navigation', { name: 'Sommaire' });
  const entry = contents.getByRole('link').nth(4);
  const title = (await entry.textContent()) ?? '';
  await entry.click();
  const heading = page.getByRole('heading', { level: 2, name: title, exact: true });
  await expect(heading).toBeInViewport();
  const header = await page.getByRole('banner').boundingBox();
  const box = await heading.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  expect(box?.y).toBeLessThan(300);
});

test('a button that leads to the form brings the form into view', async ({ visit, page }) => {
  await visit('/free-audit');
  await page.getByRole('link', { name: 'Remplir la demande' }).click();
  await expect(page.getByRole('heading', { name: 'Demander l’audit gratuit' })).toBeInViewport();
});
