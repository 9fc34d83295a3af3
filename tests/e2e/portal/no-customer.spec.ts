import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openElsewhere, openPortal, post, signInAsStaff, test } from './portal-test.ts';
import { staff, users } from './users.ts';

test('a user without a company writes to staff by keyboard, and staff find it with the held mails @all', async ({
  page,
  browser,
  baseURL,
  dataDir,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/404|409/);
  await signInAs(users.uma);
  await openPortal(page, '/invoices');
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  await expect(page.getByText('Ask a colleague who is an owner to invite')).toContainText(users.uma);
  const { keyboard } = page;
  const company = page.getByLabel('Your company');
  await company.focus();
  await keyboard.press('Enter');
  await expect(company).toBeFocused();
  await expect(company).toHaveAccessibleDescription('Please enter the name of your company.');
  await keyboard.type('Scierie <b>Utelle</b>');
  await keyboard.press('Tab');
  await keyboard.type('I work in the office and need our invoices.');
  await expectNoViolation(page, 'a message to staff', [desktop, phone]);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  const sent = page.getByRole('status').filter({ hasText: 'Message sent' });
  await expect(sent).toContainText(`will answer by email to ${users.uma}`);
  await expect(sent).toBeFocused();
  await expectNoViolation(page, 'a message that was sent', [desktop, phone]);

  const desk = await openElsewhere(browser, baseURL);
  await signInAsStaff(desk, staff.receiving.email, dataDir);
  await desk.goto('/desk/mails');
  const held = desk.getByRole('article').filter({ hasText: 'Scierie <b>Utelle</b>' });
  await expect(held).toContainText(users.uma);
  await expect(held).toContainText('par un compte sans entreprise');
  await expect(held.getByRole('link', { name: /^Répondre/ })).toHaveAttribute(
    'href',
    `mailto:${encodeURIComponent(users.uma)}?subject=${encodeURIComponent('Re: Scierie <b>Utelle</b>')}`,
  );
  await expect(held.getByRole('link', { name: 'Télécharger l’original' })).toHaveCount(0);
  await held.getByRole('button', { name: 'Lire' }).click();
  await expect(held).toContainText('I work in the office and need our invoices.');
  await held.getByRole('button', { name: 'Créer un ticket' }).click();
  await expect(desk.getByRole('combobox', { name: 'Choisir le client' })).toBeFocused();
  await desk.context().close();

  // A user who has a company opens tickets.
  await signInAs(users.claire);
  expect((await post(page, '/api/portal/messages', { company: 'C', body: 'B' })).status).toBe(409);
});
