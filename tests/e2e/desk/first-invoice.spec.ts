import { desktop, expectNoViolation, phone } from '../axe.ts';
import { openPortal, rows as portalRows, toast } from '../portal/portal-test.ts';
import { chooseFile, expect, openDesk, openElsewhere, openTab, test } from './desk-test.ts';
import { staff } from './users.ts';

test('from nothing to a customer who sees their invoice, at the desk alone', async ({
  page,
  browser,
  baseURL,
  linkMailedTo,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  // A name that is taken; the invited person has no session yet.
  browserErrors.expect(/409.*api\/desk\/customers|401/);
  const company = 'Chocolaterie Lympia';
  const email = 'camille@lympia.example';
  await signInAsStaff(page, staff.starting.email);
  await openDesk(page, '/customers');
  await page.getByRole('button', { name: 'Nouveau client' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Nom de l’entreprise')).toBeFocused();
  await dialog.getByLabel('E-mail').fill('camille');
  await dialog.getByRole('button', { name: 'Créer le client' }).click();
  await expect(dialog.getByText('À remplir.')).toBeVisible();
  await expect(dialog.getByText('Écrivez une adresse complète')).toBeVisible();
  await expect(dialog.getByLabel('Nom de l’entreprise')).toBeFocused();
  await expectNoViolation(page, 'new customer with errors', [phone, desktop]);
  await dialog.getByLabel('Nom de l’entreprise').fill(company);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Créer le client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
  await expect(toast(page, `${company} a été créé.`)).toBeVisible();
  await expect(page.getByText('Personne n’a encore accès à l’espace de ce client.')).toBeVisible();

  // Back does not open the dialog again, and the name is taken now.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Nouveau client' }).click();
  await dialog.getByLabel('Nom de l’entreprise').fill(company);
  await dialog.getByRole('button', { name: 'Créer le client' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Un client porte déjà ce nom.');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('link', { name: company }).click();

  // The first person owns the account.
  await page.getByRole('button', { name: 'Inviter' }).click();
  await expect(dialog.getByRole('checkbox', { name: /^Propriétaire/ })).toBeChecked();
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await expect(toast(page, `L’invitation à ${email} est partie.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invitations en attente' })).toBeVisible();

  await openTab(page, 'Import');
  await chooseFile(page, ['number;amount;due_date;status', 'FA-LYMPIA-1;480,00;31/12/2026;pending']);
  await page.getByRole('button', { name: 'Enregistrer 1 ligne' }).click();
  await page.getByRole('link', { name: 'Voir la liste' }).click();
  await expect(page.locator('.records tbody tr')).toHaveText([/FA-LYMPIA-1.*480\s\$.*À payer/]);

  const person = await openElsewhere(browser, baseURL, 'en-US');
  await person.goto(await linkMailedTo(email, /http:\/\/[^\s"<>]+\/customer-auth#invitation=[\w-]+/));
  await expect(person.getByRole('heading', { name: `Join ${company}` })).toBeVisible();
  await person.getByRole('textbox', { name: 'Your name' }).fill('Inès Lympia');
  await person.getByRole('textbox', { name: 'Password' }).fill('a long walk by the sea');
  await person.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(person).toHaveURL(/\/customer-portal$/);
  await openPortal(person, '/invoices');
  await expect(portalRows(person)).toHaveText([/FA-LYMPIA-1.*\$480/]);
  await person.context().close();
});
