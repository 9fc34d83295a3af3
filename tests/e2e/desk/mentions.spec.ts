import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket } from '../portal/conversation-test.ts';
import { signIn } from '../portal/portal-test.ts';
import { noteField, openAtDesk, posts, send, sent } from './conversation-test.ts';
import { expect, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('a note mentions a colleague, chosen with the keyboard @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  test.slow();
  const { keyboard } = page;
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.undoing.owner);
  const id = await createTicket(customer, 'Barrière bloquée');
  await signInAsStaff(page, staff.mentioning.email);
  await openAtDesk(page, id);
  await keyboard.press('n');
  await expect(noteField(page)).toBeFocused();

  const chooser = page.getByRole('combobox', { name: 'Mentionner un collègue' });
  await keyboard.type('Mail à jean@');
  await expect(chooser).toHaveCount(0);
  await keyboard.type('x.example, voir avec @');
  await expect(chooser).toBeFocused();
  await expect(page.getByRole('option', { name: staff.mentioning.name })).toHaveCount(0);
  await expect(page.getByRole('option', { name: staff.sales.name })).toHaveCount(0);
  await keyboard.type('capucine');
  await expect(page.getByRole('option')).toHaveText([staff.alongside.name]);
  await keyboard.press('Enter');
  await expect(noteField(page)).toBeFocused();
  await keyboard.type('demain');
  await expect(noteField(page)).toHaveValue(`Mail à jean@x.example, voir avec @${staff.alongside.name} demain`);
  await expect(page.getByText(`Cette note prévient ${staff.alongside.name}.`)).toBeVisible();
  await keyboard.press(send);
  await expect(sent(page, 'Note ajoutée.')).toBeVisible();
  await expect(posts(page).last().locator('mark')).toHaveText([`@${staff.alongside.name}`]);
  await expectNoViolation(page, 'a note that mentions a colleague', [desktop, phone]);

  // Escape leaves the @ as it is; in a reply, it is only a character.
  await keyboard.type('@');
  await expect(chooser).toBeFocused();
  await keyboard.press('Escape');
  await expect(noteField(page)).toBeFocused();
  await expect(noteField(page)).toHaveValue('@');
  await keyboard.press('Escape');
  await keyboard.press('r');
  await keyboard.type('@');
  await expect(page.getByLabel('Votre réponse au client')).toHaveValue('@');
  await expect(chooser).toHaveCount(0);

  const read = await customer.request.get(`/api/portal/tickets/thread?id=${id}`);
  expect(await read.text()).not.toMatch(/Capucine|mention/);
  await customer.context().close();
});
