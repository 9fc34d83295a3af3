import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket } from '../portal/conversation-test.ts';
import { post, signIn, toast } from '../portal/portal-test.ts';
import { openAtDesk, thread } from './conversation-test.ts';
import { expect, openDesk, openElsewhere, rows, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('a ticket that is put aside leaves the queue, and returns when the customer writes @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.aside.owner);
  const subject = 'Tempéreuse à régler';
  const id = await createTicket(customer, subject);
  await signInAsStaff(page, staff.snoozing.email);
  await openAtDesk(page, id);
  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('option', { name: 'Mettre en veille' }).click();
  const dialog = page.getByRole('dialog', { name: /^Mettre TKT-\d+ en veille/ });
  await dialog.getByLabel(/^Dans une semaine/).check();
  await expectNoViolation(page, 'snooze', [phone, desktop]);
  await dialog.getByRole('button', { name: 'Mettre en veille' }).click();
  await expect(toast(page, 'est en veille jusqu’au')).toBeVisible();
  await expect(page.getByText(/^En veille jusqu’au/)).toBeVisible();
  await expect(thread(page)).toContainText('Vous : en veille jusqu’au');

  const inQueue = rows(page).filter({ hasText: subject });
  await openDesk(page);
  await expect(rows(page).first()).toBeVisible();
  await expect(inQueue).toHaveCount(0);
  await page.getByRole('button', { name: 'En veille' }).click();
  await expect(inQueue).toContainText(/en veille jusqu’au/);
  expect((await post(customer, '/api/portal/tickets/reply', { id, body: 'It smokes.' })).status).toBe(201);
  await openDesk(page, `?q=${encodeURIComponent(subject)}`);
  await expect(inQueue).toHaveCount(1);
  await expect(inQueue).not.toContainText('en veille');
  await openAtDesk(page, id);
  await expect(page.getByText(/^En veille jusqu’au/)).toHaveCount(0);
  await customer.context().close();
});
