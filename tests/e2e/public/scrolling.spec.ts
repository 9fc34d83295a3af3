import type { Page } from '@playwright/test';
import { expect, isReady, test } from './visitor.ts';

/** Scroll events come with the next frame, and the content above is laid out when the browser is idle. */
async function place(page: Page): Promise<number> {
  await expect(page.locator('html')).toHaveAttribute('data-all-rendered', '');
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Math.round(window.scrollY);
  });
}

test('every new page starts at its top; Back and Forward restore the scroll position', async ({ visit, page }) => {
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

test('Back from a reloaded page restores the scroll position too', async ({ visit, page }) => {
  await visit('/services/cybersecurity');
  await page.getByRole('heading', { name: 'Questions fréquentes' }).scrollIntoViewIfNeeded();
  const before = await place(page);
  await page.goto('/contact');
  await isReady(page);
  await page.goBack();
  await expect.poll(() => place(page)).toBe(before);
});

test('a link to an anchor scrolls to it, below the header', async ({ visit, page }) => {
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

test('a button that links to the form scrolls the form into view', async ({ visit, page }) => {
  await visit('/free-audit');
  await page.getByRole('link', { name: 'Remplir la demande' }).click();
  await expect(page.getByRole('heading', { name: 'Demander l’audit gratuit' })).toBeInViewport();
});

test('no page is wider than a small phone, not even before its sections are laid out', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  // Without its script, no section below the screen is laid out.
  await page.route(/assets\/public-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  for (const path of ['/', '/formations/iso-27001-lead-implementer', '/politique-confidentialite', '/free-audit']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-painted', '');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});
