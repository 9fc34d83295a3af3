import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openElsewhere, openPortal, signIn, signInAsStaff, test } from './portal-test.ts';
import { staff, teams } from './users.ts';

const log = (page: Page) => page.getByRole('region', { name: 'Who looked at our data' });

test('an owner sees who of the staff looked at their data, newest first @all', async ({
  page,
  signInAs,
  browser,
  baseURL,
  dataDir,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/500/);
  const { name, owner, colleague } = teams.watched;
  await signInAs(owner);
  const fail = { status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } };
  await page.route('**/api/portal/staff-reads*', (route) => route.fulfill(fail));
  await openPortal(page, '/people');
  await expect(log(page).getByRole('alert')).toContainText('We could not load the access log.');
  await page.unroute('**/api/portal/staff-reads*');
  await log(page).getByRole('button', { name: 'Try again' }).click();
  await expect(log(page)).toContainText('Nobody has looked at your data yet.');

  const desk = await openElsewhere(browser, baseURL);
  await signInAsStaff(desk, staff.reading.email, dataDir);
  const read = async (path: string) => {
    const response = await desk.request.get(`/api/desk/${path}`);
    expect(response.status(), path).toBe(200);
    return response.json();
  };
  const { items: customers } = await read(`customers?q=${encodeURIComponent(name)}`);
  const [{ id }] = customers;
  await read(`customers/detail?id=${id}`);
  for (const list of ['people', 'invoices', 'contracts', 'payments', 'licenses', 'customer-tickets'])
    await read(`${list}?customerId=${id}`);
  const { items: opened } = await read(`customer-tickets?customerId=${id}`);
  for (const ticket of opened) await read(`tickets/detail?id=${ticket.id}`);
  await desk.context().close();

  await page.reload();
  const entries = log(page).getByRole('listitem');
  await expect(entries).toHaveCount(10);
  const last = opened.at(-1).ticketNumber;
  await expect(entries.first()).toContainText(
    new RegExp(`${staff.reading.name}\\w{3} \\d\\d, \\d{4}, \\d\\d:\\d\\dA ticket: ${last}`),
  );
  await expectNoViolation(page, 'access log', [desktop, phone]);
  await log(page).getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(entries).toHaveCount(11);
  await expect(entries.last()).toContainText('Your company’s page');
  await expect(log(page).getByRole('button')).toHaveCount(0);

  const other = await openElsewhere(browser, baseURL);
  await signIn(other, colleague);
  expect((await other.request.get('/api/portal/staff-reads')).status()).toBe(403);
  await other.context().close();
});
