import { createTicket } from '../portal/conversation-test.ts';
import { signIn, toast } from '../portal/portal-test.ts';
import { expect, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('a ticket is sorted, renamed, answered with a macro and given to another customer, by keyboard @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.editing.owner);
  await createTicket(customer, 'Printer dead');
  await signInAsStaff(page, staff.editing.email);
  await openDesk(page, '?q=Printer%20dead');
  await page.getByRole('link', { name: 'Printer dead' }).first().click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Printer dead');
  await expect(page.getByLabel('Votre réponse au client')).toBeVisible();

  await page.keyboard.press('p');
  await page.keyboard.type('urg');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Urgente' })).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.type('Imprimantes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Imprimantes' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Objet' })).toBeFocused();
  await page.keyboard.type('Imprimante en panne');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Imprimante en panne');

  await page.getByRole('button', { name: 'Réponses types' }).click();
  await page.getByRole('option', { name: 'Gérer les réponses types' }).click();
  await page.getByRole('button', { name: 'Nouvelle réponse type' }).click();
  await page.getByLabel('Titre').fill('Imprimante réparée');
  await page.getByLabel('Texte').fill('Bonjour {{nom}}, « {{sujet}} » est réglé. {{agent}}');
  await page.getByLabel('Statut').selectOption('resolve');
  await page.getByLabel('Étiquettes à ajouter').fill('Réparé');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('La variable {{nom}} n’existe pas')).toBeVisible();
  await page.getByLabel('Texte').fill('Bonjour {{demandeur}}, « {{sujet}} » est réglé. {{agent}}');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const list = page.getByRole('dialog', { name: 'Réponses types' });
  await expect(list.getByRole('button', { name: 'Modifier Imprimante réparée' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.getByLabel('Votre réponse au client').press('Escape');
  await page.keyboard.press('m');
  await page.keyboard.type('réparée');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Votre réponse au client')).toHaveValue(
    /« Imprimante en panne » est réglé\. Manon Isnard/,
  );
  await expect(page.getByRole('button', { name: 'Ne pas faire : Résoudre' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Résolu' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Réparé' })).toBeVisible();

  await page.getByLabel('Votre réponse au client').press('Escape');
  await page.keyboard.press('.');
  await page.keyboard.type('client');
  await page.keyboard.press('Enter');
  await page.keyboard.type(companies.sorting.name);
  await page.getByRole('option', { name: companies.sorting.name }).click();
  await expect(page.getByRole('dialog')).toContainText('ne verra plus rien de ce ticket');
  await page.getByRole('dialog').getByRole('button', { name: 'Changer de client' }).click();
  await expect(toast(page, 'est confié à')).toBeVisible();
  await expect(page.getByText('ticket retiré à Ganterie Roquebillière')).toBeVisible();
  await customer.reload();
  await expect(customer.getByText('Imprimante en panne')).toHaveCount(0);
});
