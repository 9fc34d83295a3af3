import { createTicket } from '../portal/conversation-test.ts';
import { post, signIn } from '../portal/portal-test.ts';
import { expect, openDesk, openElsewhere, rows, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('the desk shows what changes and who has a ticket open, without reloading', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  test.slow();
  // A second try does not find the ticket of the first.
  const subject = `Four du fournil ${Date.now()}`;
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.live.owner);
  await signInAsStaff(page, staff.watching.email);
  const stream = page.waitForResponse('**/api/desk/events');
  await openDesk(page, `?q=${encodeURIComponent(subject)}`);
  expect((await stream).status()).toBe(200);
  const id = await createTicket(customer, subject);
  await expect(rows(page)).toHaveCount(1);

  const other = await openElsewhere(browser, baseURL);
  await signInAsStaff(other, staff.working.email);
  await openDesk(other, `/tickets/${id}`);
  await expect(rows(page)).toContainText(`Consulté par ${staff.working.name}`);
  await page.getByRole('link', { name: subject }).click();
  const heading = (one: typeof page) => one.locator('header').filter({ has: one.getByRole('heading', { level: 1 }) });
  await expect(heading(page)).toContainText(`Consulté par ${staff.working.name}`);
  await expect(heading(other)).toContainText(`Consulté par ${staff.watching.name}`);

  expect((await post(customer, '/api/portal/tickets/reply', { id, body: 'It smokes now.' })).status).toBe(201);
  for (const one of [page, other])
    await expect(one.getByRole('region', { name: 'Conversation' })).toContainText('It smokes now.');
  await other.getByRole('button', { name: 'Me l’attribuer' }).click();
  await expect(page.getByRole('button', { name: new RegExp(staff.working.name) })).toBeVisible();

  await other.keyboard.press('u');
  await expect(heading(page)).not.toContainText('Consulté par');
});
