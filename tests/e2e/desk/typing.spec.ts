import { createTicket } from '../portal/conversation-test.ts';
import { signIn } from '../portal/portal-test.ts';
import { openAtDesk, replyField } from './conversation-test.ts';
import { expect, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('a staff member sees that a colleague writes in the same ticket @engines @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.typing.owner);
  const id = await createTicket(customer, 'Meule arrêtée');
  const other = await openElsewhere(browser, baseURL);
  await signInAsStaff(page, staff.typing.email);
  await signInAsStaff(other, staff.besides.email);
  const stream = page.waitForResponse('**/api/desk/events');
  await openAtDesk(page, id);
  expect((await stream).status()).toBe(200);
  await openAtDesk(other, id);
  await expect(page.getByText(staff.besides.name)).toBeVisible();
  await expect(page.getByText(`${staff.besides.name} écrit…`)).toHaveCount(0);
  await replyField(other).pressSequentially('Bonjour');
  await expect(page.getByText(`${staff.besides.name} écrit…`)).toBeVisible();
  for (const one of [customer, other]) await one.context().close();
});
