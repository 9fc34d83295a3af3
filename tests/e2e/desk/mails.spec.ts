import { readFile } from 'node:fs/promises';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket, messages, openTicket } from '../portal/conversation-test.ts';
import { signIn, toast } from '../portal/portal-test.ts';
import { deliverMail as deliver, expect, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('staff read a held mail, publish it in a ticket and discard another', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  test.slow();
  const { owner } = companies.sorting;
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, owner);
  const subject = 'Encre trop claire';
  const id = await createTicket(customer, subject);
  await deliver(page, owner, 'Au sujet de l’encre', 'Le noir est gris.\n\n<b>Toujours</b>.');
  await deliver(page, 'prize@lottery.example', 'You have won', 'Click here.');

  await signInAsStaff(page, staff.sorting.email);
  await openDesk(page);
  await page.getByRole('link', { name: /^E.mails/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^E.mails retenus/ })).toBeVisible();
  const held = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
  const wanted = held('Au sujet de l’encre');
  // A job reads what was delivered.
  await expect(async () => {
    await page.reload();
    await expect(wanted.or(held('You have won')).first()).toBeVisible({ timeout: 5_000 });
    await expect(wanted).toBeVisible({ timeout: 1_000 });
    await expect(held('You have won')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(wanted).toContainText(/Il ne répond à aucun de nos e.mails\./);
  await expect(wanted).toContainText(owner);
  await expect(wanted).toContainText('Expéditeur non vérifié');
  await expect(wanted).toContainText(/N’importe qui peut écrire l’adresse/);
  await wanted.getByRole('button', { name: 'Lire' }).click();
  await expect(wanted.getByRole('region', { name: 'Texte complet' })).toContainText('<b>Toujours</b>.');
  await expectNoViolation(page, 'held mails', [phone, desktop]);
  const downloading = page.waitForEvent('download');
  await wanted.getByRole('link', { name: 'Télécharger l’original' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Le noir est gris.');

  await wanted.getByRole('button', { name: 'Publier dans un ticket' }).click();
  await page.getByRole('combobox', { name: 'Choisir le ticket' }).fill(subject);
  await page.getByRole('option', { name: subject }).click();
  const text = page.getByLabel('Texte publié');
  await expect(text).toHaveValue(/Le noir est gris/);
  await expectNoViolation(page, 'publishing a mail', [phone, desktop]);
  await text.fill('Le noir est gris.');
  await page.getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(toast(page, 'publié dans TKT-')).toBeVisible();
  await expect(wanted).toHaveCount(0);
  await openTicket(customer, id);
  await expect(messages(customer).last()).toContainText(/By email, sender not verified.*Le noir est gris\./);

  await held('You have won').getByRole('button', { name: 'Écarter tout de cet expéditeur' }).click();
  await expect(page.getByRole('dialog')).toContainText(/prize@lottery\.example.*1 e.mail/);
  await page.getByRole('dialog').getByRole('button', { name: 'Tout écarter' }).click();
  await expect(toast(page, 'écarté.')).toBeVisible();
  await expect(held('You have won')).toHaveCount(0);
  await customer.context().close();
});
