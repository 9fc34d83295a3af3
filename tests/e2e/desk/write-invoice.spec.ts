import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { expect, openCustomer, openDesk, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

const { name } = companies.invoiced;
const line = (page: Page, position: number) => page.getByRole('group', { name: `Ligne ${position}`, exact: true });
const issue = (page: Page) => page.getByRole('button', { name: 'Émettre…' });
const dialog = (page: Page) => page.getByRole('dialog');

async function fillBuyer(page: Page): Promise<void> {
  await page.getByLabel('Adresse').fill('1 rue de l’Exemple');
  await page.getByLabel('Code postal').fill('06000');
  await page.getByLabel('Ville').fill('Nice');
  await page.getByLabel('Euros pour une unité').fill('0,92');
}

test('staff write an invoice, see its totals, issue it once, and credit a part of it', async ({
  page,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/40[09].*api\/desk\/invoices\/preview/);
  await signInAsStaff(page, staff.invoicing.email);
  await openCustomer(page, name);
  await page.getByRole('link', { name: 'Nouvelle facture' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nouvelle facture' })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();

  // Empty and wrong.
  await issue(page).click();
  await expect(page.getByLabel('Euros pour une unité')).toBeFocused();
  await expect(page.getByText('6 champs sont à corriger.')).toBeVisible();
  await expectNoViolation(page, 'an empty invoice', [phone, tablet, desktop]);
  await fillBuyer(page);
  await line(page, 1).getByLabel('Désignation').fill('Infogérance <b>mensuelle</b>');
  await line(page, 1).getByLabel('Quantité').fill('trois');
  await line(page, 1).getByLabel('Prix HT').fill('-5');
  await expect(line(page, 1).getByText('Écrivez une quantité comme 2 ou 1,5.')).toBeVisible();
  await expect(line(page, 1).getByText('Écrivez un prix positif comme 1250,50.')).toBeVisible();
  await line(page, 1).getByLabel('Prix HT').fill('33,33');
  await line(page, 1).getByLabel('Quantité').fill('-3');
  await expect(page.getByText('Le total doit être supérieur à zéro.')).toBeVisible();
  await line(page, 1).getByLabel('Quantité').fill('3');
  await page.getByLabel('Échéance').fill('2020-01-01');
  await expect(page.getByText('L’échéance précède la date d’émission, aujourd’hui.')).toBeVisible();
  await page.getByLabel('Échéance').fill('2099-01-31');
  const gross = page.locator('[data-gross]');
  await expect(gross).toHaveAttribute('data-gross', '119.99');

  // Lines by keyboard; the draft survives a reload.
  await line(page, 1).getByLabel('Quantité').press('Enter');
  await expect(line(page, 2).getByLabel('Désignation')).toBeFocused();
  await page.keyboard.type('Formation ISO 27001');
  await line(page, 2).getByLabel('Prix HT').fill('100');
  await line(page, 2).getByLabel('TVA').selectOption('E');
  await page.getByLabel('Motif de l’exonération').fill('Article 261, 4, 4° du CGI');
  await line(page, 2).getByLabel('Désignation').press('Alt+ArrowUp');
  await expect(line(page, 1).getByLabel('Désignation')).toHaveValue('Formation ISO 27001');
  await expect(line(page, 1).getByLabel('Désignation')).toBeFocused();
  await expect(gross).toHaveAttribute('data-gross', '219.99');
  await page.reload();
  await expect(line(page, 2).getByLabel('Désignation')).toHaveValue('Infogérance <b>mensuelle</b>');
  await expect(gross).toHaveAttribute('data-gross', '219.99');
  await expectNoViolation(page, 'a complete invoice', [phone, tablet, desktop]);

  await issue(page).click();
  await expect(dialog(page)).toContainText('Un numéro définitif est attribué.');
  await expect(dialog(page)).toContainText(/219,99/);
  await expectNoViolation(page, 'the confirmation', [phone, desktop]);
  await dialog(page).getByRole('button', { name: 'Émettre' }).dblclick();
  await expect(page).toHaveURL(/\/desk\/invoices\/[\da-f-]{36}$/);
  const title = page.getByRole('heading', { name: /^Facture F\d{4}-\d{5}$/ });
  await expect(title).toBeVisible();
  await expect(page.getByText('Infogérance <b>mensuelle</b>')).toBeVisible();
  const number = (await title.textContent())?.replace('Facture ', '') ?? '';
  const href = await page.getByRole('link', { name: `Télécharger ${number}.pdf` }).getAttribute('href');
  const pdf = await page.request.get(href ?? '');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  // Its amount is fixed; its due date is not.
  await page.getByRole('button', { name: 'Corriger' }).click();
  await expect(dialog(page).getByLabel('Montant')).toHaveCount(0);
  await expect(dialog(page)).toContainText('Ce document est émis');
  await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByRole('button', { name: 'Annuler' })).toHaveCount(0);

  // A credit note over one of its lines.
  await page.getByRole('link', { name: 'Faire un avoir' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Avoir sur la facture ${number}` })).toBeVisible();
  await expect(page.getByLabel('Ville')).toHaveValue('Nice');
  await page.getByLabel('Euros pour une unité').fill('0,92');
  await expect(gross).toHaveAttribute('data-gross', '219.99');
  await line(page, 2).getByLabel('Quantité').fill('4');
  await expect(page.getByText('L’avoir dépasse ce qui reste à créditer de sa facture.')).toBeVisible();
  await line(page, 2).getByLabel('Quantité').fill('1');
  await line(page, 1)
    .getByRole('button', { name: /^Supprimer/ })
    .click();
  await expect(line(page, 1).getByLabel('Désignation')).toBeFocused();
  await expect(gross).toHaveAttribute('data-gross', '40.00');
  await expectNoViolation(page, 'a credit note', [phone, desktop]);
  await issue(page).click();
  await dialog(page).getByRole('button', { name: 'Émettre' }).click();
  await expect(page.getByRole('heading', { name: /^Avoir F\d{4}-\d{5}$/ })).toBeVisible();
  await page.getByRole('link', { name: number }).first().click();
  await expect(page.getByText(/^179,99/)).toBeVisible();
});

test('staff write an invoice by keyboard alone, from the palette', async ({ page, pressTabTo, signInAsStaff }) => {
  test.slow();
  await signInAsStaff(page, staff.invoicingByKey.email);
  await openDesk(page, '/customers');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Nouvelle facture');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Nouvelle facture' })).toBeVisible();
  await pressTabTo(page.getByRole('button', { name: 'Choisir le client' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type(companies.invoicedByKey.name);
  await expect(page.getByRole('option', { name: companies.invoicedByKey.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Changer de client' })).toBeFocused();
  const type = async (label: string, text: string) => {
    await pressTabTo(page.getByLabel(label));
    await page.keyboard.type(text);
  };
  await type('Euros pour une unité', '0,92');
  await type('Adresse', '2 rue de l’Exemple');
  await type('Code postal', '06300');
  await type('Ville', 'Nice');
  await type('Désignation', 'Audit');
  await type('Prix HT', '1000');
  await expect(page.locator('[data-gross]')).toHaveAttribute('data-gross', '1200.00');
  await page.keyboard.press('Control+Enter');
  await pressTabTo(page.getByRole('button', { name: 'Émettre', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Facture F\d{4}-\d{5}$/ })).toBeVisible();
});

test('staff without the permission are told so', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.notInvoicing.email);
  await openDesk(page, '/invoices/new');
  await expect(page.getByRole('button', { name: 'Émettre…' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
