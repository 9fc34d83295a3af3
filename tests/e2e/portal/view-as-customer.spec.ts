import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openElsewhere, openPortal, post, rows, signIn, signInAsStaff, test } from './portal-test.ts';
import { staff, teams } from './users.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Viewing as customer' });

test('a staff member sees the portal as a customer, can change nothing, and goes back to the desk @engines', async ({
  page,
  browser,
  baseURL,
  dataDir,
  browserErrors,
  pressTabTo,
}) => {
  test.slow();
  // The portal of a user without a customer, and a request that is made to fail.
  browserErrors.expect(/404.*api\/portal\/customers\/current|ERR_FAILED/);
  const { name, owner, colleague } = teams.viewed;
  await signInAsStaff(page, staff.viewing.email, dataDir);
  const found = await (await page.request.get(`/api/desk/customers?q=${encodeURIComponent(name)}`)).json();
  const customerId: string = found.items[0].id;
  await openPortal(page);
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  expect((await post(page, '/api/desk/customers/start-viewing', { customerId })).status).toBe(200);

  await openPortal(page, '/invoices');
  await expect(banner(page)).toContainText(`You see the portal as ${name}. Nothing can be changed.`);
  await expect(rows(page)).toContainText([`FA ${name}`]);
  await expect(page.getByRole('tab')).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Account' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Support' }).click();
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await expect(page.getByRole('button', { name: /ticket/i })).toHaveCount(0);
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByText(colleague)).toBeVisible();
  await expect(page.getByRole('button', { name: /Invite|Change roles|Remove|Leave/ })).toHaveCount(0);
  const log = page.getByRole('region', { name: 'Who looked at our data' });
  await expect(log.getByRole('listitem')).toContainText([/^Marco Ferrand.*The portal, as you see it \(read-only\)$/]);
  await expectNoViolation(page, 'people as a customer', [phone, desktop]);
  await openPortal(page, '/security');
  await expect(page.getByRole('heading', { name: 'Not part of this view' })).toBeVisible();
  await expect(banner(page)).toBeVisible();

  const refused = [403, 'read_only', 'You see the portal as a customer and can change nothing here.'];
  for (const [path, data] of [
    ['tickets', { subject: 'As them', description: 'Not me.' }],
    ['people/invite', { email: 'friend@desk.example', roles: ['owner'] }],
    ['exports', { list: 'invoices', rows: 1 }],
    ['customers/switch', { customerId }],
  ] as const) {
    const { status, body } = await post(page, `/api/portal/${path}`, data);
    expect([status, body.error.code, body.error.message], path).toEqual(refused);
  }

  await page.route('**/api/desk/customers/stop-viewing', (route) => route.abort());
  const stop = banner(page).getByRole('button', { name: 'Stop and go back to the desk' });
  await pressTabTo(stop);
  await page.keyboard.press('Enter');
  await expect(banner(page).getByRole('alert')).toHaveText('This could not be stopped. Please try again.');
  await page.unroute('**/api/desk/customers/stop-viewing');
  await stop.press('Enter');
  await expect(page).toHaveURL(`/desk/customers/${customerId}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await openPortal(page);
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  const customer = await openElsewhere(browser, baseURL);
  await signIn(customer, owner);
  const { items } = await (await customer.request.get('/api/portal/tickets')).json();
  expect(items).toEqual([]);
  await customer.context().close();
});
