import { createTicket, messages, openTicket } from '../portal/conversation-test.ts';
import { signIn, toast } from '../portal/portal-test.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { openAtDesk, posts, replyField, send, sent } from './conversation-test.ts';
import { expect, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('a reply can be taken back for ten seconds, and then is published @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  browserErrors.expect(/409.*tickets\/undo-reply/);
  test.slow();
  const { keyboard } = page;
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.undoing.owner);
  const id = await createTicket(customer, 'Barrière levée');
  await signInAsStaff(page, staff.undoing.email);
  await openAtDesk(page, id);
  const panel = page.getByRole('group', { name: 'Réponse pas encore publiée' });
  const undo = panel.getByRole('button', { name: 'Annuler l’envoi' });

  await replyField(page).fill('Bonjour Madame Faute-de-frappe');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') });
  await expect(page.getByRole('status').filter({ hasText: 'plan.txt est prêt' })).toBeAttached();
  await replyField(page).press(send);
  await expect(undo).toBeFocused();
  await expect(panel).toContainText(/Envoi dans \d+\ss/);
  await expectNoViolation(page, 'a reply that waits', [desktop, phone]);
  await keyboard.press('ControlOrMeta+z');
  await expect(replyField(page)).toBeFocused();
  await expect(replyField(page)).toHaveValue('Bonjour Madame Faute-de-frappe');
  await expect(page.getByRole('list', { name: 'Fichiers à envoyer' })).toContainText('plan.txt');
  await openTicket(customer, id);
  await expect(messages(customer)).toHaveCount(1);

  // A reload loses nothing, and a second tab takes the text over.
  await replyField(page).fill('Bonjour Madame Barrière');
  await keyboard.press(send);
  await expect(undo).toBeVisible();
  const tab = await page.context().newPage();
  await openDesk(tab, `/tickets/${id}`);
  await tab.getByRole('button', { name: 'Annuler l’envoi' }).click();
  await expect(replyField(tab)).toHaveValue('Bonjour Madame Barrière');
  await undo.click();
  await expect(toast(page, 'Trop tard')).toBeVisible();
  await expect(replyField(page)).toHaveValue('');

  await replyField(tab).press(send);
  await expect(sent(tab, 'Réponse envoyée.')).toBeVisible();
  await expect(replyField(tab)).toBeFocused();
  await expect(posts(tab).last()).toContainText('Bonjour Madame Barrière');
  await expect(posts(tab).last()).toContainText('plan.txt');
  await customer.reload();
  await expect(messages(customer)).toHaveCount(2);
  await customer.context().close();
});
