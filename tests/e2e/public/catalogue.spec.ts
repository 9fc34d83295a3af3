import { expectNoViolation } from '../axe.ts';
import type { Page } from '@playwright/test';
import { expect, isReady, test } from './visitor.ts';

test.use({ ownContext: false });

const chip = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true });
const everything = 'Tout afficher';

/** Below the first screen, it is hydrated when it comes near the viewport. */
async function reachCatalogue(page: Page) {
  const island = page.locator('[data-island=catalogue]');
  await expect(page.locator('html')).toHaveAttribute('data-all-rendered', '');
  await island.scrollIntoViewIfNeeded();
  await expect(island).toHaveAttribute('data-ready', '');
}

const catalogueOf = (page: Page) => {
  const table = page.getByRole('table');
  return {
    table,
    rows: table.getByRole('row').filter({ has: page.getByRole('cell') }),
    row: (title: string) => table.getByRole('row').filter({ hasText: title }),
    domain: (name: string) => chip(page, 'Domaine', name),
    duration: (name: string) => chip(page, 'Durée', name),
    count: page.getByRole('main').getByRole('status'),
  };
};

test('filters narrow the list, are in the URL, and survive a reload and Back', async ({ visit, page }) => {
  await visit('/formations');
  await reachCatalogue(page);
  const { rows, domain, duration, count } = catalogueOf(page);
  await duration('3 jours').click();
  await expect(duration('3 jours')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL('/formations?duree=3');
  await expect(rows).toHaveCount(3);
  await expect(count).toContainText('3');
  await domain('Gestion des risques').click();
  await expect(page).toHaveURL(/domaine=Gestion\+des\+risques/);
  await expect(page).toHaveURL(/duree=3/);
  await expect(rows).toHaveCount(3);

  await page.reload();
  await isReady(page);
  await reachCatalogue(page);
  await expect(rows).toHaveCount(3);
  await expect(domain('Gestion des risques')).toHaveAttribute('aria-pressed', 'true');
  await expect(duration('3 jours')).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: /Voir le programme.*ISO 31000/ }).click();
  await expect(page).toHaveURL('/formations/iso-31000-risk-manager');
  await page.goBack();
  await expect(page).toHaveURL(/duree=3/);
  await expect(rows).toHaveCount(3);
  await expect(domain('Gestion des risques')).toHaveAttribute('aria-pressed', 'true');

  await domain(everything).click();
  await duration(everything).click();
  await expect(page).toHaveURL('/formations');
  await expect(rows).toHaveCount(10);
});

test('filters without a match say so and offer to reset them', async ({ visit, page }) => {
  await visit('/formations?duree=3');
  await reachCatalogue(page);
  const { table, rows, domain } = catalogueOf(page);
  await domain('Cybersécurité').click();
  await expect(table).toBeHidden();
  await expect(page.getByText('Aucune formation ne répond à ces critères.')).toBeVisible();
  await expectNoViolation(page, 'no match');
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(rows).toHaveCount(10);
  await expect(page).toHaveURL('/formations');
});

test('an outdated URL filters nothing @all', async ({ visit, page }) => {
  for (const query of ['duree=9', 'domaine=inconnu', 'duree=%3Cscript%3E&domaine=', 'autre=1']) {
    await visit(`/formations?${query}`);
    await reachCatalogue(page);
    const { rows, domain, duration } = catalogueOf(page);
    await expect(rows, query).toHaveCount(10);
    await expect(domain(everything), query).toHaveAttribute('aria-pressed', 'true');
    await expect(duration(everything), query).toHaveAttribute('aria-pressed', 'true');
  }
});

test('choosing a filter does not move the page @all', async ({ visit, page }) => {
  await visit('/formations');
  await reachCatalogue(page);
  const { duration } = catalogueOf(page);
  await duration('5 jours').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  await duration('5 jours').click();
  await expect(page).toHaveURL('/formations?duree=5');
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await expect(duration('5 jours')).toBeInViewport();
});

test('it is a table on a desktop and a column of cards on a phone @all', async ({ visit, page }) => {
  await visit('/formations');
  const { table, rows } = catalogueOf(page);
  const cells = rows.first().locator('th, td');
  const lefts = () =>
    cells.evaluateAll((every) => new Set(every.map((cell) => Math.round(cell.getBoundingClientRect().left))).size);
  expect(await lefts()).toBe(5);
  await expect(table.getByRole('columnheader').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await lefts()).toBeLessThan(5);
  for (const row of await rows.all()) {
    const box = await row.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await expect(row).toContainText('jours');
  }
});

test('the filters are reached by keyboard, and a press before their code arrives counts', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/catalogue-.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/formations');
  const { duration, rows } = catalogueOf(page);
  await duration('3 jours').focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(10);
  release();
  await expect(rows).toHaveCount(3);
  await expect(duration('3 jours')).toHaveAttribute('aria-pressed', 'true');
});

test('a shared filter applies before the catalogue is in view @all', async ({ page }) => {
  await page.goto('/formations?duree=3');
  await expect(catalogueOf(page).rows).toHaveCount(3);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
