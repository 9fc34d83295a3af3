import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { expectNoViolation } from '../axe.ts';
import { openDesk, rows } from '../desk/desk-test.ts';
import { staff } from '../desk/users.ts';
import { mailInKey } from '../journey-server.ts';
import { expect, newEmail, test } from './deliver-test.ts';

test.use({ locale: 'fr-FR' });

/** As the mail server delivers it. */
async function deliverReply(page: Page, from: string, to: string, body: string): Promise<void> {
  const envelope = new URLSearchParams({ sender: from, recipient: to });
  const response = await page.request.post(`/api/mail/inbound?${envelope}`, {
    headers: { Authorization: `Bearer ${mailInKey}`, 'Content-Type': 'message/rfc822' },
    data: mail(
      { From: from, To: to, Subject: 'Re: Votre message', 'Message-ID': `<${crypto.randomUUID()}@x.example>` },
      body,
    ),
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Without JavaScript, so that the filter is unsure. */
async function sendContact(page: Page, { name, company, email }: Record<'name' | 'company' | 'email', string>) {
  await page.goto('/contact');
  const form = page.locator('main form');
  const hidden = await form.evaluate(
    (element: HTMLFormElement) => Object.fromEntries(new FormData(element)) as Record<string, string>,
  );
  const response = await page.request.post('/api/leads', {
    form: { ...hidden, name, company, email, message: `Notre réseau est lent depuis lundi (${company}).` },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
  expect(response.status(), await response.text()).toBe(303);
}

test('staff correct, assign, note and answer a lead, its reply comes back, and it becomes a customer and a ticket', async ({
  page,
  signInAsStaff,
  mailsTo,
  isMobile,
}) => {
  test.skip(isMobile, 'the keyboard is that of a desktop');
  const email = newEmail('inbox');
  const name = 'Ludivine Astier';
  const company = `Astier ${email.slice(6, 14)}`;
  await sendContact(page, { name, company, email });
  await signInAsStaff(staff.answering.email);

  // Doubtful: nothing is lost, and one key corrects it.
  await openDesk(page, `/leads?view=doubtful&q=${encodeURIComponent(company)}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('!');
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices.getByText(`Demande de ${name} rangée dans les indésirables. Ctrl + Z annule.`)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('v');
  await expect(rows(page)).toHaveCount(0);

  await openDesk(page, `/leads?q=${encodeURIComponent(company)}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectNoViolation(page, 'a lead');
  await page.keyboard.press('i');
  await expect(notices.getByText(`Demande de ${name} attribuée à ${staff.answering.name}.`)).toBeVisible();
  const composer = page.getByRole('region', { name: 'Écrire' });
  await page.keyboard.press('n');
  await page.keyboard.type('À rappeler avant vendredi.');
  await page.keyboard.press('Control+Enter');
  await expect(composer.getByText('Note ajoutée.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.keyboard.type('Bonjour, quand pouvons-nous vous appeler ?');
  await page.keyboard.press('Control+Enter');
  await expect(composer.getByText('Réponse envoyée.', { exact: true })).toBeVisible();

  // The receipt, then the reply in its thread.
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  const [receipt, reply] = await mailsTo(email);
  expect(reply?.text).toContain('quand pouvons-nous vous appeler');
  expect(reply?.references).toBe(receipt?.references);
  const replyTo = reply?.replyTo?.[0]?.address ?? '';
  await deliverReply(page, email, replyTo, 'Jeudi matin, merci.');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Jeudi matin, merci.')).toBeVisible({ timeout: 3000 });
  }).toPass();

  await page.getByRole('button', { name: 'Créer le client' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Créer le client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();

  await openDesk(page, `/leads?view=all&q=${encodeURIComponent(company)}`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('link', { name: company })).toBeVisible();
  await page.getByRole('button', { name: 'Ouvrir un ticket' }).click();
  await expect(dialog.getByLabel('Objet')).toHaveValue(`Contact\u00a0: ${company}`);
  await dialog.getByRole('button', { name: 'Ouvrir le ticket' }).click();
  await expect(dialog).toBeHidden();

  await openDesk(page, `/leads?view=all&q=${encodeURIComponent(company)}`);
  await expect(rows(page)).toContainText('Convertie');
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('Ticket ouvert', { exact: true })).toBeVisible();
  await openDesk(page, `/leads?view=all&q=${encodeURIComponent(company)}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Imprimer ou exporter' }).click();
  await page.getByRole('button', { name: 'Exporter', exact: true }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(email);
  expect(file.trim().split('\n')).toHaveLength(2);
});
