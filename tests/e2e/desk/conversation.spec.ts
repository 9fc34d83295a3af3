import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { comeBack, createTicket, message, messages, openTicket, sendButton } from '../portal/conversation-test.ts';
import { post, signIn, toast } from '../portal/portal-test.ts';
import { noteField, openAtDesk, posts, replyField, send, sent, thread } from './conversation-test.ts';
import { expect, openCustomer, openDesk, openElsewhere, openTab, rows, test } from './desk-test.ts';
import { companies, sailor, staff } from './users.ts';

test('a customer and staff talk, by keyboard at the desk, and a note stays inside @engines @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}, { retry }) => {
  test.slow();
  const { keyboard } = page;
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.talking.owner);
  const subject = `Portail coulissant bloqué, essai ${retry + 1}`;
  const id = await createTicket(customer, subject);

  await signInAsStaff(page, staff.talking.email);
  await openDesk(page, `?q=${encodeURIComponent(subject)}`);
  await expect(rows(page)).toHaveText([/reste\s[34]\sh\s\d\d/]);
  await keyboard.press('j');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(page.getByText(/^Avant \S+ \d{1,2} \S+, \d\d\sh\s\d\d, reste/)).toBeVisible();

  await expect(replyField(page)).toBeVisible();
  await keyboard.press('r');
  await expect(replyField(page)).toBeFocused();
  await keyboard.press(send);
  await expect(page.getByText('Écrivez un texte.')).toBeVisible();
  await keyboard.insertText('Bonjour,\n\n- coupez le courant\n- <b>attendez</b>');
  await keyboard.press(send);
  await expect(sent(page, 'Réponse envoyée.')).toBeVisible();
  await expect(replyField(page)).toHaveValue('');
  await expect(replyField(page)).toBeFocused();
  await expect(posts(page).getByRole('listitem')).toHaveText(['coupez le courant', '<b>attendez</b>']);
  await expect(thread(page)).toContainText(`Attribué à ${staff.talking.name}`);
  await expect(thread(page)).toContainText(
    /Première réponse (?:après (?:\d+\smin|moins d’une minute)|hors heures d’ouverture), dans le délai/,
  );
  await expect(page.getByRole('button', { name: /^En cours/ })).toBeVisible();

  await keyboard.press('Escape');
  await keyboard.press('n');
  await expect(noteField(page)).toBeFocused();
  const secret = 'Client à ménager : litige en cours.';
  await keyboard.insertText(secret);
  await keyboard.press(send);
  await expect(sent(page, 'Note ajoutée.')).toBeVisible();
  await expect(posts(page).last()).toContainText(/^Note interneVous/);
  await expect(posts(page).last()).toContainText(secret);
  await expectNoViolation(page, 'conversation at the desk', [phone, tablet, desktop]);

  // The customer sees the reply and nothing of the note, on the page and in what the page is sent.
  await openTicket(customer, id);
  await expect(messages(customer)).toHaveCount(2);
  await expect(messages(customer).last()).toContainText('coupez le courant');
  await expect(customer.locator('body')).not.toContainText('litige');
  for (const path of ['tickets/detail', 'tickets/thread']) {
    const read = await customer.request.get(`/api/portal/${path}?id=${id}`);
    expect(read.status()).toBe(200);
    expect(await read.text()).not.toMatch(/litige|"note"/);
    expect((await customer.request.get(`/api/desk/${path}?id=${id}`)).status()).toBe(404);
  }
  await message(customer).fill('Fait, toujours bloqué.');
  await sendButton(customer).click();
  await expect(messages(customer)).toHaveCount(3);

  await comeBack(page);
  await expect(posts(page).last()).toContainText('Fait, toujours bloqué.');
  await expect(page.getByText(/^Message du client non lu/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Nouveau message de' })).toBeAttached();

  await keyboard.press('Escape');
  await keyboard.press('r');
  await keyboard.insertText('Quel voyant clignote ?');
  await page.getByRole('button', { name: 'Répondre et attendre le client' }).click();
  await expect(page.getByRole('button', { name: /^Attente client/ })).toBeVisible();
  await expect(page.getByText(/^Message du client non lu/)).toHaveCount(0);
  await expect(posts(page).last()).toContainText('Quel voyant clignote ?');
  await expect(replyField(page)).toBeFocused();
  await keyboard.insertText('Le technicien l’a débloqué.');
  await keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(sent(page, 'Réponse envoyée, le ticket est résolu.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Répondre et résoudre' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Rouvrir' }).click();
  await expect(page.getByRole('button', { name: /^Ouvert/ })).toBeVisible();
  await expect(thread(page)).toContainText('Vous : ticket rouvert');

  await openCustomer(page, companies.talking.name);
  await openTab(page, 'Tickets');
  await expect(page.getByRole('heading', { name: 'Premières réponses par mois' })).toBeVisible();
  await page.getByText('Afficher les chiffres').click();
  await expect(page.getByRole('table', { name: 'Premières réponses par mois' }).locator('tbody tr').last()).toHaveText(
    /\d{4}110(?:\d\smin|moins d’une minute){2}$/,
  );
  await expectNoViolation(page, 'figures of a customer', [phone, desktop]);
  await customer.context().close();
});

test('canned replies, watchers and the merge of a duplicate', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/409.*canned-replies|4\d\d.*-watcher/);
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.merging.owner);
  const id = await createTicket(customer, 'Voile déchirée');
  const duplicate = await createTicket(customer, 'Voile encore déchirée');
  await signInAsStaff(page, staff.merging.email);
  await openAtDesk(page, duplicate);

  // A text of the team is written once, and inserted where the cursor is.
  const openCanned = () => page.getByRole('button', { name: 'Réponses types' }).click();
  await openCanned();
  await page.getByRole('option', { name: 'Gérer les réponses types' }).click();
  const list = page.getByRole('dialog', { name: 'Réponses types' });
  await expectNoViolation(page, 'canned replies', [phone, desktop]);
  const create = async () => {
    await list.getByRole('button', { name: 'Nouvelle réponse type' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvelle réponse type' });
    await dialog.getByLabel('Titre').fill('Accusé de réception');
    await dialog.getByLabel('Texte').fill('Nous avons bien reçu votre demande.');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    return dialog;
  };
  await create();
  await expect(list.getByRole('listitem').filter({ hasText: 'Accusé de réception' })).toHaveCount(1);
  const again = await create();
  await expect(again.getByRole('alert')).toHaveText('Une réponse type porte déjà ce titre.');
  await again.getByRole('button', { name: 'Annuler' }).click();
  await page.keyboard.press('Escape');
  await replyField(page).fill('Bonjour. ');
  await openCanned();
  await page.getByRole('combobox').fill('accuse');
  await page.keyboard.press('Enter');
  await expect(replyField(page)).toHaveValue('Bonjour. Nous avons bien reçu votre demande.');
  await expect(replyField(page)).toBeFocused();

  const email = page.getByLabel('E-mail d’une personne du client');
  await email.fill('nobody@nowhere.example');
  await email.press('Enter');
  await expect(page.getByText(/^Aucune personne de ce client/)).toBeVisible();
  await email.fill(sailor);
  await email.press('Enter');
  await expect(page.getByText(`${sailor} suit ce ticket.`)).toBeVisible();
  await expect(thread(page)).toContainText(`Vous : ${sailor} suit le ticket`);

  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('option', { name: 'Fusionner' }).click();
  await expectNoViolation(page, 'choosing the other ticket', [phone, desktop]);
  await page.getByRole('option', { name: /^Voile déchirée/ }).click();
  const confirm = page.getByRole('dialog', { name: /^Fusionner TKT-\S+ dans TKT-/ });
  await expectNoViolation(page, 'merge', [phone, desktop]);
  await confirm.getByRole('button', { name: 'Fusionner' }).click();
  await expect(toast(page, 'est fusionné dans')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Clos/ })).toBeVisible();
  await expect(page.getByText(/^Ce ticket est un doublon de/)).toBeVisible();
  await page
    .getByText(/^Ce ticket est un doublon de/)
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Voile déchirée' })).toBeVisible();
  await expect(thread(page)).toContainText('a été fusionné dans ce ticket');
  await expect(page.getByRole('button', { name: `Retirer ${sailor}` })).toBeVisible();

  // The customer's reply to the duplicate goes on in the other ticket.
  const replied = await post(customer, '/api/portal/tickets/reply', { id: duplicate, body: 'Merci.' });
  expect([replied.status, replied.body.ticket.id]).toEqual([201, id]);
  await comeBack(page);
  await expect(posts(page).last()).toContainText('Merci.');
  await customer.context().close();
});
