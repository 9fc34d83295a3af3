import { png } from '#tests/support/files.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { head, messages } from '../portal/conversation-test.ts';
import { openPortal, signIn, toast } from '../portal/portal-test.ts';
import { deliverMail, expect, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('staff open a ticket by keyboard after a call, and another from a held mail', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  test.slow();
  const { name, owner } = companies.opening;
  const { keyboard } = page;
  await deliverMail(page, owner, 'Archet cassé', 'Mon archet est cassé.');
  await signInAsStaff(page, staff.opening.email);
  await openDesk(page);
  await expect(page.getByRole('button', { name: 'Nouveau ticket' })).toBeVisible();

  await keyboard.press('c');
  await expect(page.getByRole('combobox', { name: 'Choisir le client' })).toBeFocused();
  await keyboard.type('garib');
  const dialog = page.getByRole('dialog', { name: 'Nouveau ticket' });
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([new RegExp(name)]);
  await keyboard.press('Enter');
  await expect(dialog).toContainText(name);
  await expect(page.getByLabel('Demandeur', { exact: true })).toBeFocused();
  await page.getByLabel('Demandeur', { exact: true }).selectOption(owner);
  await keyboard.press('Tab');
  await keyboard.type('Le VPN ne répond plus');
  await page.getByLabel(/^Description/).focus();
  await keyboard.type('Par téléphone : rien depuis ce matin.');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'vpn.png', mimeType: 'image/png', buffer: png });
  await expect(dialog.getByRole('status').filter({ hasText: 'vpn.png est prêt' })).toBeAttached();
  await expectNoViolation(page, 'new ticket', [phone, desktop]);
  await page.getByLabel(/^Description/).focus();
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Le VPN ne répond plus' })).toBeVisible();
  await expect(toast(page, 'ouvert.')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);

  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, owner);
  await openPortal(customer, `/support/${id}`);
  await expect(head(customer)).toContainText(`Opened for you by ${staff.opening.name}.`);
  await expect(messages(customer).first()).toContainText(/rien depuis ce matin.*vpn\.png/);

  await openDesk(page, '/mails');
  const held = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Archet cassé' }) });
  await expect(async () => {
    await page.reload();
    await expect(held).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await held.getByRole('button', { name: 'Créer un ticket' }).click();
  await expect(page.getByLabel(/^Objet/)).toHaveValue('Archet cassé');
  await expect(page.getByLabel('Demandeur', { exact: true })).toHaveValue(owner);
  await expect(page.getByLabel(/^Description/)).toHaveValue('Mon archet est cassé.');
  await expectNoViolation(page, 'new ticket from a mail', [phone, desktop]);
  await page.getByRole('button', { name: 'Ouvrir le ticket' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Archet cassé' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`de ${owner}, expéditeur non vérifié.`);
  await openPortal(customer, `/support/${new URL(page.url()).pathname.split('/').at(-1)}`);
  await expect(messages(customer).first()).toContainText('Mon archet est cassé.');

  // Not what was meant for the customer: it is taken back, while they read it.
  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('option', { name: /Retirer l’e.mail/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(page.getByText('message retiré')).toBeVisible();
  await expect(customer.getByText('Message withdrawn')).toBeVisible();
  await expect(customer.getByText('Mon archet est cassé.')).toHaveCount(0);
  await openDesk(page, '/mails');
  await expect(held).toContainText('Il a été retiré d’un ticket.');
  await customer.context().close();
});
