import type { Locator, Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket } from '../portal/conversation-test.ts';
import { post, signIn } from '../portal/portal-test.ts';
import { openAtDesk, posts, replyField, send, sent } from './conversation-test.ts';
import { expect, openElsewhere, test, withoutLiveUpdates } from './desk-test.ts';
import { companies, staff } from './users.ts';

const meanwhile = (page: Page): Locator =>
  page.getByRole('region', { name: 'Écrire' }).getByRole('status').filter({ hasText: 'pendant que vous écriviez' });
const acknowledge = (page: Page): Locator => page.getByRole('button', { name: 'J’ai lu, continuer' });

test('who is interrupted by the reply of a colleague reads it before sending @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/409.*tickets\/reply/);
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.interrupted.owner);
  const id = await createTicket(customer, 'Pendule arrêtée');
  const other = await openElsewhere(browser, baseURL);
  await signInAsStaff(page, staff.interrupted.email);
  await signInAsStaff(other, staff.quicker.email);
  const stream = page.waitForResponse('**/api/desk/events');
  for (const one of [page, other]) await openAtDesk(one, id);
  expect((await stream).status()).toBe(200);

  await replyField(page).fill('Remontez-la');
  await replyField(other).fill('Changez la pile.');
  await replyField(other).press(send);
  await expect(meanwhile(page)).toContainText(`${staff.quicker.name} a répondu pendant que vous écriviez.`);
  await expect(meanwhile(page).getByRole('listitem').first()).toContainText('« Changez la pile. »');
  await expectNoViolation(page, 'reply of a colleague meanwhile', [phone, desktop]);

  // What is typed on is kept, and nothing goes out beside the other reply.
  await replyField(page).press('End');
  await replyField(page).pressSequentially(' à midi.');
  await replyField(page).press(send);
  await expect(page.getByRole('alert').filter({ hasText: 'Rien n’a été envoyé' })).toContainText(
    `${staff.quicker.name} a écrit : « Changez la pile. »`,
  );
  await expect(replyField(page)).toHaveValue('Remontez-la à midi.');
  // A second try is rejected late: it cannot be acknowledged before.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/desk/tickets/reply', (route) => released.then(() => route.continue()), { times: 1 });
  await replyField(page).press(send);
  await expect(acknowledge(page)).toBeDisabled();
  release();
  await expect(posts(page)).toHaveCount(1);

  await acknowledge(page).click();
  await expect(acknowledge(page)).toHaveCount(0);
  await expect(replyField(page)).toBeFocused();
  await replyField(page).press(send);
  await expect(sent(page, 'Réponse envoyée.')).toBeVisible();
  await expect(posts(page).locator('.markdown')).toHaveText(['Changez la pile.', 'Remontez-la à midi.']);

  // The customer is named too, and stops nothing.
  await replyField(page).fill('Et tenez-nous au courant.');
  expect((await post(customer, '/api/portal/tickets/reply', { id, body: 'It rings.' })).status).toBe(201);
  await expect(meanwhile(page)).toContainText(/\(client\) a écrit pendant que vous écriviez/);
  await expect(acknowledge(page)).toHaveCount(0);
  await replyField(page).press(send);
  await expect(sent(page, 'Réponse envoyée.')).toBeVisible();
  await expect(meanwhile(page)).toHaveCount(0);
  for (const one of [customer, other]) await one.context().close();
});

test('of two who reply at once, the second keeps the text and sees what the first did @engines @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  browserErrors.expect(/409.*tickets\/reply|ERR_FAILED/);
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.together.owner);
  const id = await createTicket(customer, 'Serrure du local');
  const other = await openElsewhere(browser, baseURL);
  await signInAsStaff(page, staff.together.email);
  await signInAsStaff(other, staff.alongside.email);
  await withoutLiveUpdates(page);
  for (const one of [page, other]) await openAtDesk(one, id);

  await replyField(page).fill('Nous passons jeudi.');
  await replyField(other).fill('Nous passons mardi.');
  await replyField(other).press(send);
  await expect(sent(other, 'Réponse envoyée.')).toBeVisible();

  await replyField(page).press(send);
  const refused = page.getByRole('alert').filter({ hasText: 'Rien n’a été envoyé : le ticket a changé' });
  await expect(refused).toContainText(`${staff.alongside.name} a écrit : « Nous passons mardi. »`);
  await expect(replyField(page)).toHaveValue('Nous passons jeudi.');
  await expect(posts(page)).toHaveCount(1);
  await expectNoViolation(page, 'conflict of replies', [phone, desktop]);

  // Also after a reload, until it is sent; a lost response does not send it twice.
  await page.reload();
  await expect(replyField(page)).toHaveValue('Nous passons jeudi.');
  await expect(meanwhile(page)).toContainText(`${staff.alongside.name} a répondu`);
  await acknowledge(page).click();
  await page.route('**/api/desk/tickets/reply', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await replyField(page).fill('Mon collègue passe mardi, et moi jeudi.');
  await replyField(page).press(send);
  await expect(page.getByText(/^L’envoi n’est pas confirmé.*Le serveur ne répond pas/)).toBeVisible();
  await page.unroute('**/api/desk/tickets/reply');
  await replyField(page).press(send);
  await expect(sent(page, 'Réponse envoyée.')).toBeVisible();
  await expect(posts(page).locator('.markdown')).toHaveText([
    'Nous passons mardi.',
    'Mon collègue passe mardi, et moi jeudi.',
  ]);
  await page.reload();
  await expect(replyField(page)).toHaveValue('');
  for (const one of [customer, other]) await one.context().close();
});
