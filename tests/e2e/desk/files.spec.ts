import { readFile } from 'node:fs/promises';
import { pdf, png } from '#tests/support/files.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket, messages, openTicket } from '../portal/conversation-test.ts';
import { signIn } from '../portal/portal-test.ts';
import { expect, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('staff send a file with a reply and keep one in a note @engines @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/422.*tickets\/file/);
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.attaching.owner);
  const id = await createTicket(customer, 'Clichés trop sombres');

  await signInAsStaff(page, staff.attaching.email);
  await openDesk(page, `/tickets/${id}`);
  const composer = page.getByRole('region', { name: 'Écrire' });
  const chosen = composer.getByRole('list', { name: 'Fichiers à envoyer' }).getByRole('listitem');
  const posts = page.getByRole('region', { name: 'Conversation' }).getByRole('article');
  const choose = async (name: string, buffer: Buffer) =>
    composer.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const ready = (name: string) => composer.getByRole('status').filter({ hasText: `${name} est prêt` });

  await page.getByLabel('Votre réponse au client').fill('Voici le réglage.');
  await choose('reglage.png', png);
  await expect(ready('reglage.png')).toBeAttached();
  await choose('page.html', Buffer.from('<script>alert(1)</script>'));
  await expect(chosen.last().getByRole('alert')).toHaveText('Ce type de fichier n’est pas accepté.');
  await expectNoViolation(page, 'files of a reply', [desktop, phone]);

  // A note has its own files.
  await composer.getByRole('button', { name: 'Note interne' }).click();
  await expect(chosen).toHaveCount(0);
  await choose('devis interne.pdf', pdf);
  await expect(ready('devis interne.pdf')).toBeAttached();
  // What was uploaded is there again after a reload, each with its own text.
  await page.reload();
  await expect(chosen).toHaveText([/^reglage\.png/]);
  await composer.getByRole('button', { name: 'Note interne' }).click();
  await expect(chosen).toHaveText([/^devis interne\.pdf/]);
  await page.getByLabel('Votre note').fill('Notre marge.');
  await composer.getByRole('button', { name: 'Ajouter la note' }).click();
  await expect(posts.last().getByRole('link', { name: 'Télécharger devis interne.pdf' })).toBeVisible();

  await composer.getByRole('button', { name: 'Réponse', exact: false }).first().click();
  await composer.getByRole('button', { name: 'Répondre', exact: true }).click();
  await expect(composer.getByRole('status').filter({ hasText: 'Réponse envoyée.' })).toBeVisible();
  const reply = posts.filter({ hasText: 'Voici le réglage.' });
  await expect(reply.getByRole('img', { name: 'reglage.png' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await reply.getByRole('link', { name: 'Télécharger reglage.png' }).click();
  expect((await readFile(await (await downloading).path())).equals(png)).toBe(true);

  // The customer gets the file of the reply, and nothing of the note's.
  await openTicket(customer, id);
  await expect(messages(customer).last().getByRole('link', { name: 'Download reglage.png' })).toBeVisible();
  const listed = await (await customer.request.get(`/api/portal/tickets/files?id=${id}`)).text();
  expect(listed).toContain('reglage.png');
  expect(listed).not.toContain('devis');
  await customer.context().close();
});
