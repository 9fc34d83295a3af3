import type { Page } from '@playwright/test';
import { homePage } from '#content/pages/home.ts';
import { wallPage } from '#content/pages/wall.ts';
import { expectNoViolation } from '../axe.ts';
import { print } from '../printing.ts';
import { expect, isReady, test } from './visitor.ts';

const path = '/montez-votre-mur';
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll('\u2011', '-');
const checks = homePage.checklist.sheet.parts.flatMap((part) => part.checks);
const boxes = (page: Page) => page.locator('[data-brick]');
const missing = (page: Page) => page.locator('[data-missing]:visible');
const numbersOf = async (page: Page) =>
  missing(page).evaluateAll((items) => items.map((item) => Number((item as HTMLElement).dataset.missing)));
const laid = (page: Page) =>
  page.locator('.self-check-laid').evaluate((count) => {
    const wall = count.closest('.self-check');
    return [getComputedStyle(count, '::before').content, wall?.querySelectorAll(':checked').length];
  });

test('until the first brick is laid, the page says where to begin, and has no plan to print or to carry', async ({
  visit,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(path);
  const start = page.getByText(wallPage.start);
  await expect(start).toBeVisible();
  const plan = page.getByRole('heading', { name: wallPage.missing.title });
  await expect(plan).toBeHidden();
  await expect(missing(page)).toHaveCount(0);
  await expect(page.locator('[data-carry-bricks]')).toBeHidden();
  const printing = page.getByRole('button', { name: wallPage.print });
  await expect(printing).toBeHidden();
  await boxes(page).nth(14).check();
  await expect(printing).toBeVisible();
  await expect(start).toBeHidden();
  await expect(plan).toBeVisible();
  await expect(missing(page)).toHaveCount(14);
  await expect(page.locator('[data-carry-bricks]')).toBeVisible();
  // The count stays under the header while bricks are laid.
  await expect(page.locator('.self-check-count')).toBeInViewport();
});

test('bricks are laid by keyboard, what is missing is listed, and no request is made', async ({
  visit,
  page,
  pressTabTo,
}) => {
  await visit(path);
  await expect(page.getByRole('group')).toHaveCount(5);
  await expect(boxes(page)).toHaveCount(15);
  for (const index of checks.keys())
    await expect(boxes(page).nth(index)).toHaveAccessibleName(new RegExp(`^${index + 1}\\.`));
  expect(plain((await page.getByRole('main').textContent()) ?? '')).toContain(plain(checks[14] ?? ''));
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const index of [0, 4, 14]) {
    await pressTabTo(boxes(page).nth(index));
    await page.keyboard.press('Space');
    await expect(boxes(page).nth(index)).toBeChecked();
    // There is no form that Enter could submit.
    await page.keyboard.press('Enter');
  }
  expect(await laid(page)).toEqual(['counter(laid)', 3]);
  expect(await numbersOf(page)).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  await expect(missing(page).first()).toContainText(plain(wallPage.themes[0]?.firstSteps[1] ?? '').slice(0, 30));
  expect(requests).toEqual([]);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  await expectNoViolation(page, 'a wall with holes');
  for (const box of await boxes(page).all()) await box.check();
  await expect(page.getByRole('heading', { name: wallPage.complete.title })).toBeVisible();
  await expect(missing(page)).toHaveCount(0);
  await expect(page.locator('[data-carry-bricks]')).toBeHidden();
});

test('the whole wall is in the first screen, and its first hole is the next brick until it is closed', async ({
  visit,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(path);
  await expect(boxes(page).nth(14)).toBeInViewport({ ratio: 1 });
  const fillOf = async (index: number) =>
    page
      .locator('.self-check-brick')
      .nth(index)
      .evaluate((brick) => getComputedStyle(brick).backgroundColor);
  const empty = await fillOf(14);
  expect(await fillOf(0)).not.toBe(empty);
  await boxes(page).nth(0).check();
  await boxes(page).nth(4).check();
  expect(await fillOf(1)).not.toBe(empty);
  for (const index of [0, 2, 3, 5, 14]) expect(await fillOf(index), `brick ${index + 1}`).toBe(empty);
  await boxes(page).nth(1).check();
  await boxes(page).nth(2).check();
  expect(await fillOf(3)).not.toBe(empty);
  const count = page.locator('.self-check-count');
  await expect(count.getByText(wallPage.complete.title)).toBeHidden();
  for (const box of await boxes(page).all()) await box.check();
  await expect(count.getByText(wallPage.complete.title)).toBeVisible();
  await expect(count.getByText(wallPage.count.laid)).toBeHidden();
});

test('the missing bricks are written into the audit form only if the link is followed, and only once', async ({
  visit,
  page,
}) => {
  await visit(path);
  for (const box of await boxes(page).all()) await box.check();
  await boxes(page).nth(1).uncheck();
  await boxes(page).nth(8).uncheck();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.locator('[data-carry-bricks]').click();
  const field = page.locator('[name=currentChallenges]');
  await expect(field).not.toHaveValue('');
  expect(plain(await field.inputValue())).toBe(
    plain(`D’après «\u00a0Montez votre mur\u00a0», il nous manque\u00a0: 2. ${checks[1]} 9. ${checks[8]}`),
  );
  expect(page.url()).not.toContain('#');
  // Requests have no fragment on the wire; nothing else carries it.
  expect(urls.filter((url) => new URL(url).search !== '')).toEqual([]);
  await page.goto('/free-audit');
  await isReady(page);
  await expect(page.locator('[data-island=audit]')).toHaveAttribute('data-ready', '');
  await expect(field).toHaveValue('');
});

test('a hostile fragment writes only known checks, and never over what somebody typed', async ({ page }) => {
  await page.goto('/free-audit#briques=<img src=x onerror=alert(1)>-99-__proto__-3');
  const field = page.locator('[name=currentChallenges]');
  await expect(field).toHaveValue(/il nous manque/);
  const text = await field.inputValue();
  expect(text.split('\n')).toHaveLength(2);
  expect(plain(text)).toContain(plain(`3. ${checks[2]}`));
});

test('it is printed on one page, whatever is missing', async ({ visit, page }) => {
  await visit(path);
  expect((await print(page)).pages).toBe(1);
  for (const index of [0, 1, 2, 7, 8, 9]) await boxes(page).nth(index).check();
  expect((await print(page)).pages).toBe(1);
  for (const box of await boxes(page).all()) await box.check();
  expect((await print(page)).pages).toBe(1);
});

test('without JavaScript bricks are laid all the same, and the page says what does not work', async ({
  reader: page,
}) => {
  await page.goto(path);
  await boxes(page).nth(3).check();
  await expect(page.locator('[data-missing="4"]')).toBeHidden();
  await expect(page.locator('[data-missing="5"]')).toBeVisible();
  await expect(page.getByRole('button', { name: wallPage.print })).toBeHidden();
  await expect(page.getByText(/Sans JavaScript, le formulaire/)).toBeVisible();
  await expect(page.locator('[data-carry-bricks]')).toHaveAttribute('href', '/free-audit');
});

test('nothing is cut at 320 px, with forced colours and with reduced motion', async ({ visit, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await visit(path);
  await boxes(page).first().check();
  const brick = page.locator('.self-check-brick').first();
  await expect(brick).toHaveCSS('border-top-style', 'solid');
  await expect(page.locator('.self-check-brick').nth(1)).toHaveCSS('border-top-style', 'dashed');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

for (const from of ['/', '/services/cybersecurity']) {
  test(`${from} leads to it`, async ({ reader: page }) => {
    await page.goto(from);
    await page.getByRole('main').getByRole('link', { name: 'Montez votre mur' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Montez votre mur');
  });
}
