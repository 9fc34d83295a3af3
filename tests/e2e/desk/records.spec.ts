import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { openPortal, rows as portalRows, toast } from '../portal/portal-test.ts';
import { expect, openCustomer, openElsewhere, openTab, rows, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

const correct = async (page: Page, record: string, fields: Record<string, string>) => {
  await page.getByRole('button', { name: `Corriger ${record}` }).click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Enregistrer la correction' }).click();
};

test('staff correct and void records, with a reason, and the customer sees the result', async ({
  page,
  browser,
  baseURL,
  signInAs,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/409.*records\/correct/);
  const { name, owner } = companies.records;
  await signInAsStaff(page, staff.records.email);
  await openCustomer(page, name);
  await openTab(page, 'Factures');
  const dialog = page.getByRole('dialog');
  const invoice = (number: string) => rows(page).filter({ hasText: number });
  await expectNoViolation(page, 'invoices', [phone, tablet, desktop]);

  await correct(page, 'FA-CARROS-1', { Montant: 'beaucoup' });
  await expect(dialog.getByText('À remplir.')).toBeVisible();
  await dialog.getByLabel('Motif').fill('Faute de frappe');
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Écrivez un montant comme 1250,50.');
  await expectNoViolation(page, 'correction', [phone, desktop]);
  await dialog.getByLabel('Montant').fill('1250,50');
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Rien n’a été modifié.');

  // A colleague is faster.
  const colleague = await openElsewhere(browser, baseURL);
  await colleague.context().addCookies(await page.context().cookies());
  await openCustomer(colleague, name);
  await openTab(colleague, 'Factures');
  await correct(colleague, 'FA-CARROS-1', { Montant: '1300', Motif: 'Remise oubliée' });
  await expect(toast(colleague, 'FA-CARROS-1 est corrigé.')).toBeVisible();
  await colleague.context().close();
  await dialog.getByLabel('Montant').fill('1 450,00');
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Un collègue a modifié cet élément entre-temps\./);
  await expect(dialog.getByText('Valeur actuelle : 1300,00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(toast(page, 'FA-CARROS-1 est corrigé.')).toBeVisible();
  await expect(invoice('FA-CARROS-1')).toContainText(/1\s450\s\$/);

  await page.getByRole('button', { name: 'Annuler FA-CARROS-2' }).click();
  await expect(dialog.getByRole('button', { name: 'Ne rien changer' })).toBeVisible();
  await expectNoViolation(page, 'void', [phone, desktop]);
  await dialog.getByLabel('Motif').fill('Facturée deux fois');
  await dialog.getByRole('button', { name: 'Annuler définitivement' }).click();
  await expect(toast(page, 'FA-CARROS-2 est annulé.')).toBeVisible();
  await expect(invoice('FA-CARROS-2')).toContainText('Annulée');
  await expect(page.getByRole('button', { name: 'Corriger FA-CARROS-2' })).toHaveCount(0);

  await openTab(page, 'Contrats');
  await correct(page, 'CT-CARROS-1', { Intitulé: 'Infogérance et sauvegarde', Motif: 'Avenant' });
  await expect(rows(page)).toContainText(['Infogérance et sauvegarde']);
  await correct(page, 'CT-CARROS-1', { 'Première réponse (minutes)': '60', Motif: 'Délai réduit' });
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Corriger CT-CARROS-1' }).click();
  await expect(dialog.getByLabel('Première réponse (minutes)')).toHaveValue('60');
  await expectNoViolation(page, 'targets of a contract', [phone, desktop]);
  await dialog.getByRole('button', { name: 'Annuler' }).click();

  await page.context().clearCookies();
  await signInAs(owner);
  await openPortal(page, '/invoices');
  await expect(portalRows(page).filter({ hasText: 'FA-CARROS-1' })).toContainText('$1,450');
  await expect(portalRows(page).filter({ hasText: 'FA-CARROS-2' })).toContainText('void');
});
