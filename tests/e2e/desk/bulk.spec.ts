import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket } from '../portal/conversation-test.ts';
import { post, signIn, toast } from '../portal/portal-test.ts';
import { expect, openDesk, openElsewhere, rows, test, withoutLiveUpdates } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('several tickets are changed at once by keyboard, and those that changed meanwhile are named @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.bulk.owner);
  for (const nth of [1, 2, 3, 4]) await createTicket(customer, `Rotative bloquée ${nth}`);
  await customer.context().close();

  await signInAsStaff(page, staff.bulk.email);
  await withoutLiveUpdates(page);
  await openDesk(page, '?q=rotative');
  await expect(rows(page)).toHaveCount(4);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: 'Tickets sélectionnés' });
  await expect(bar).toContainText('2 tickets sélectionnés');
  // With Shift, all rows in between.
  await rows(page)
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 tickets sélectionnés');
  await expectNoViolation(page, 'selection', [phone, desktop]);

  await page.keyboard.press('t');
  await page.keyboard.type('Rotatives');
  await page.keyboard.press('Enter');
  await expect(toast(page, '4 tickets modifiés')).toBeVisible();
  await expect(rows(page).getByText('Rotatives', { exact: true })).toHaveCount(4);

  // Somebody else is faster with one of them.
  const id = await rows(page).first().locator('[data-row-link]').getAttribute('data-row-link');
  const { version } = await (await page.request.get(`/api/desk/tickets/detail?id=${id}`)).json();
  expect((await post(page, '/api/desk/tickets/change', { id, version, priority: 'urgent' })).status).toBe(200);
  await page.keyboard.press('s');
  await page.keyboard.type('résolu');
  await page.keyboard.press('Enter');
  const left = page.getByRole('dialog', { name: '1 ticket n’a pas été modifié' });
  await expect(left).toContainText('Un collègue ou le client l’a modifié entre-temps.');
  await expectNoViolation(page, 'unchanged tickets', [phone, desktop]);
  await left.getByRole('button', { name: 'Modifier quand même ce ticket' }).click();
  await expect(page.getByText('Aucun résultat pour ces critères.')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Tous', exact: true }).click();
  await expect(rows(page).getByRole('button', { name: 'Résolu' })).toHaveCount(4);

  // One of them continues, the others are its duplicates.
  await rows(page).nth(0).getByRole('checkbox').check();
  await rows(page).nth(1).getByRole('checkbox').check();
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fusionner', exact: true }).last().click();
  await expect(toast(page, '1 ticket modifié')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: 'Clos' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});
