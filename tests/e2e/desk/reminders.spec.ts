import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openCustomer, openTab, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('staff set the reminders of a customer, stop those of one invoice, and see that a disputed one has none', async ({
  page,
  signInAsStaff,
}) => {
  test.slow();
  await signInAsStaff(page, staff.reminding.email);
  await openCustomer(page, companies.filing.name);
  await openTab(page, 'Factures');
  const panel = page.getByRole('region', { name: 'Relances' });
  await panel.getByRole('button', { name: 'Régler les relances' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Relances').selectOption('days');
  await dialog.getByLabel('Jours').fill('-5; 0; 400');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByRole('alert')).toContainText('de −60 à 365');
  await dialog.getByLabel('Jours').fill('−5, 10');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(panel).toContainText(/Réglage de ce client\s: 5 jours avant l’échéance, 10 jours après\./);

  await page.getByRole('link', { name: 'FA-BENDEJUN-1' }).click();
  await expect(panel).toContainText('5 jours avant l’échéance, 10 jours après.');
  await panel.getByRole('button', { name: 'Arrêter pour cette facture' }).click();
  await expect(panel).toContainText(/Réglage de cette facture\s: aucune relance\./);
  await expect(panel).toContainText('Aucune relance à venir.');
  await expectNoViolation(page, 'the reminders of an invoice', [phone, desktop]);
  await panel.getByRole('button', { name: 'Reprendre pour cette facture' }).click();
  await expect(panel.getByRole('button', { name: 'Arrêter pour cette facture' })).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: 'FA-BENDEJUN-2' }).click();
  await expect(panel).toContainText(/Facture contestée\s: aucune relance/);
});
