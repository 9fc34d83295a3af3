import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import { homePage } from '#content/pages/home.ts';
import { sectionOf } from './page-checks.ts';
import { expect, test } from './visitor.ts';

test('home: a phone shows the titles of the six cloud benefits, and each sentence when its title is pressed @phone', async ({
  visit,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/');
  const section = sectionOf(page, homePage.cloud.title);
  for (const { title, text } of [...homePage.cloud.onInvoice, ...homePage.cloud.rest]) {
    const sentence = section.getByText(keepTogether(text), { exact: true });
    await expect(sentence).toBeHidden();
    await section.getByRole('heading', { level: 3, name: keepTogether(title), exact: true }).click();
    await expect(sentence).toBeVisible();
  }
});

test('cybersecurity: the line under the header leads to what to do in the first hour', async ({ visit, page }) => {
  await visit('/services/cybersecurity');
  await expect(page.getByRole('main').getByRole('link', { name: '+33 4 65 71 00 06' }).first()).toBeInViewport();
  await page.getByRole('link', { name: /réflexes/i }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Attaque en cours : la première heure' })).toBeInViewport();
});

test('plans: the comparison says yes and no in words, and can show the differences alone', async ({ reader: page }) => {
  await page.goto('/microsoft-plans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Microsoft\u00a0365/);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(13);
  await expect(page.getByRole('row', { name: /^Accès conditionnel/ }).getByRole('cell')).toHaveText([
    'Non',
    'Non',
    'Oui',
  ]);
  // The checkbox is drawn by its label.
  const onlyDifferences = page.getByText('Seulement les différences');
  await onlyDifferences.click();
  await expect(page.getByRole('checkbox', { name: 'Seulement les différences' })).toBeChecked();
  await expect(rows).toHaveCount(7);
  await expect(page.getByRole('row', { name: /^Applications web/ })).toHaveCount(0);
  await onlyDifferences.click();
  await expect(rows).toHaveCount(13);
});
