import type { Page } from '@playwright/test';
import { publicPages } from './public-pages.ts';
import { expect, isReady, test } from './visitor.ts';

/** Every word of a page's own part; what only a browser without scripts is told is left out on both sides. */
const wordsOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const notice of copy.querySelectorAll('noscript')) notice.remove();
    return copy.textContent.split(/\s+/).filter(Boolean);
  });

const linksOf = (page: Page) =>
  page.locator('a').evaluateAll((links) => links.map((link) => `${link.getAttribute('href')} ${link.textContent}`));

/** Drawings that say nothing and are not marked as decoration. */
const mutePicturesOf = (page: Page) =>
  page.locator('svg, img').evaluateAll((pictures) =>
    pictures
      .filter((picture) => !picture.closest('[aria-hidden="true"]'))
      .filter((picture) =>
        picture.tagName === 'IMG'
          ? !picture.hasAttribute('alt')
          : picture.getAttribute('role') !== 'img' || !picture.getAttribute('aria-label')?.trim(),
      )
      .map((picture) => picture.outerHTML.slice(0, 120)),
  );

for (const path of publicPages) {
  test(`${path} is whole before JavaScript, and the same after`, async ({ page, context, browser, baseURL }) => {
    const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
    const before = await bare.newPage();
    await before.goto(path);
    const words = await wordsOf(before);
    const links = await linksOf(before);
    expect(words.length).toBeGreaterThan(250);
    expect(await mutePicturesOf(before)).toEqual([]);
    expect(await bare.cookies()).toEqual([]);
    await bare.close();

    await page.goto(path);
    await isReady(page);
    expect((await wordsOf(page)).join(' ')).toBe(words.join(' '));
    expect(await linksOf(page)).toEqual(links);
    expect(await mutePicturesOf(page)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
}

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the Services menu opens for the keyboard', async ({ page }) => {
    await page.goto('/');
    const entry = page
      .getByRole('navigation', { name: 'Navigation principale' })
      .getByRole('link', { name: 'Cybersécurité' });
    await expect(entry).toBeHidden();
    await page.getByRole('button', { name: 'Services' }).focus();
    await expect(entry).toBeVisible();
    await entry.click();
    await expect(page).toHaveURL('/services/cybersecurity');
  });

  test('the questions of the contact page open', async ({ page }) => {
    await page.goto('/contact');
    const question = page.locator('details', { hasText: 'Sous quel délai me répondrez-vous' });
    await question.locator('summary').click();
    await expect(question.getByText('Dans les 24 heures', { exact: false })).toBeVisible();
  });

  test('the catalogue is the full list', async ({ page }) => {
    await page.goto('/formations?duree=3');
    await expect(page.getByRole('row')).toHaveCount(11);
  });

  for (const path of ['/', '/contact', '/free-audit', '/schedule-consultation']) {
    test(`the form of ${path} cannot be sent, and says what to do instead`, async ({ page }) => {
      await page.goto(path);
      const form = page.getByRole('main').locator('form');
      await expect(form.getByRole('button')).toBeDisabled();
      const advice = form.locator('noscript > p');
      await expect(advice).toBeVisible();
      await expect(advice).toContainText('appelez-nous ou écrivez-nous');
    });
  }
});

test.describe('on a phone with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the menu opens and its links lead on', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').locator('summary').tap();
    await page.getByRole('navigation', { name: 'Navigation mobile' }).getByRole('link', { name: 'Partenaires' }).tap();
    await expect(page).toHaveURL('/partners');
  });
});
