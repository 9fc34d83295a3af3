import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { submitSignIn, toast } from '../portal/portal-test.ts';
import { codeFor, expect, rows, test } from './desk-test.ts';
import { companies, leaks, staff } from './users.ts';

/** Not those of the selects behind the dialog. */
const option = (page: Page) => page.getByRole('dialog').getByRole('option');

test('a working day without a mouse @all', async ({ page, dataDir }) => {
  test.slow();
  const { keyboard } = page;
  await page.goto('/desk');
  await submitSignIn(page, staff.keyboard.email);
  await page
    .getByLabel(/code/i)
    .first()
    .fill(await codeFor(staff.keyboard.email, dataDir));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'File d’attente' })).toBeVisible();
  await expectNoViolation(page, 'queue', [phone, tablet, desktop]);

  // The search, then from row to row: the most urgent first.
  await keyboard.press('/');
  await keyboard.type('TKT-700');
  await expect(rows(page)).toHaveCount(leaks.length);
  await expect(page).toHaveURL(/q=TKT-700/);
  await page.getByRole('searchbox').blur();
  const link = (subject: string) => page.getByRole('link', { name: subject });
  await keyboard.press('j');
  await expect(link(leaks[0])).toBeFocused();
  await keyboard.press('j');
  await expect(link(leaks[1])).toBeFocused();
  await keyboard.press('k');
  await expect(link(leaks[0])).toBeFocused();

  // In the list: a status by its first letters.
  await keyboard.press('s');
  const chooser = page.getByRole('combobox', { name: /^Statut de TKT-7000/ });
  await expect(chooser).toBeFocused();
  await keyboard.type('en c');
  await expect(option(page)).toHaveText(['En cours']);
  await keyboard.press('Enter');
  await expect(toast(page, 'TKT-7000 : En cours')).toBeVisible();
  await expect(rows(page).first()).toContainText('En cours');
  await expect(link(leaks[0])).toBeFocused();

  // On the ticket: mine, then back to its row.
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: leaks[0] })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText(companies.keyboard.name);
  await keyboard.press('i');
  await expect(toast(page, `TKT-7000 attribué à ${staff.keyboard.name}`)).toBeVisible();
  await expect(page.getByText('Me l’attribuer')).toHaveCount(0);
  await expectNoViolation(page, 'ticket', [phone, tablet, desktop]);
  await keyboard.press('a');
  await expect(page.getByRole('combobox', { name: 'Attribuer TKT-7000' })).toBeFocused();
  await expect(option(page).first()).toHaveText(`${staff.keyboard.name} (vous)`);
  await expectNoViolation(page, 'choosing a person');
  await keyboard.press('Escape');
  await keyboard.press('u');
  await expect(page.getByRole('heading', { level: 1, name: 'File d’attente' })).toBeVisible();
  await expect(link(leaks[0])).toBeFocused();

  // The palette: a customer, and back.
  await keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Rechercher ou agir' });
  await expect(palette).toBeFocused();
  await expect(option(page).first()).toHaveAccessibleName('File d’attente');
  await keyboard.type('magnan');
  await expect(page.getByRole('dialog').getByRole('option', { name: companies.keyboard.name }).first()).toBeVisible();
  await expectNoViolation(page, 'palette');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: companies.keyboard.name })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'File d’attente' })).toBeVisible();

  // Only mine.
  await keyboard.press('g');
  await keyboard.press('m');
  await expect(page).toHaveURL(/scope=mine/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(staff.keyboard.name);

  // Help names the keys, and turns single keys off.
  await keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await expect(help).toContainText('Changer le statut');
  await expectNoViolation(page, 'keyboard help', [phone, desktop]);
  await help.getByRole('checkbox').press('Space');
  await keyboard.press('Escape');
  await keyboard.press('?');
  await expect(help).toHaveCount(0);
  await keyboard.press('Control+k');
  await keyboard.type('raccourcis');
  await keyboard.press('Enter');
  await help.getByRole('checkbox').press('Space');
  await keyboard.press('Escape');

  await keyboard.press('g');
  await keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible();
  // Other journeys write into the same log.
  const mine = rows(page).filter({ hasText: staff.keyboard.name });
  await expect(mine.filter({ hasText: 'a attribué' }).first()).toBeVisible();
  await expect(mine.filter({ hasText: 'a changé le statut de' }).first()).toContainText(/en cours/i);
  await expectNoViolation(page, 'audit log', [phone, tablet, desktop]);
  await keyboard.press('g');
  await keyboard.press('e');
  await expect(page.getByRole('heading', { level: 1, name: 'État' })).toBeVisible();
  const wall = page.getByRole('list', { name: 'Contrôles' });
  await expect(wall.getByRole('listitem').filter({ hasText: 'Base de données' })).toContainText('En ordre');
  for (const [name, path] of [
    ['Premières réponses en retard', '/desk?scope=due'],
    ['E-mails retenus', '/desk/mails'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path);
  await expectNoViolation(page, 'health', [phone, tablet, desktop]);

  await keyboard.press('Control+k');
  await keyboard.type('déconnecter');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/customer-auth/);
});
