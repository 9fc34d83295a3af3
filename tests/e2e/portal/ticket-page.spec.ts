import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { describedTicket, hostile, users } from './users.ts';
import { expect, openPortal, openSignIn, rows, test, submitSignIn } from './portal-test.ts';

const { number, subject, description } = describedTicket;

const ticketUrl = /\/customer-portal\/support\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const heading = (page: Page) => page.getByRole('heading', { name: subject });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const row = (page: Page) => rows(page).filter({ hasText: subject });
const backToList = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Support Tickets' });

test('a row opens its ticket with the whole text', async ({ page, signInAs }) => {
  await signInAs(users.nina);
  await openPortal(page, '/support?sort=subject');
  await row(page).locator('[data-label="Subject"]').click();
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL(ticketUrl);
  await expect(page).toHaveTitle(new RegExp(`^${number} – Support`));
  const head = page.getByRole('main').locator('header').first();
  await expect(head).toContainText(new RegExp(`${number}#\\d+Status: OpenPriority: High`), { useInnerText: false });
  const text = conversation(page).getByRole('article').first().locator('.markdown');
  await expect(text).toHaveText(description, { useInnerText: true });
  await expect(conversation(page).getByRole('listitem').first()).toHaveText('Sunday 5 Jan 2025');
  await expect(text.locator('b')).toHaveCount(0);
  await backToList(page).click();
  await expect(page).toHaveURL('/customer-portal/support?sort=subject');
  await expect(page).toHaveTitle(/^Support/);
  await expect(row(page).getByRole('link', { name: number })).toBeFocused();
});

test('Enter on its number opens it, Back leads to the list and to its row @all', async ({ page, signInAs }) => {
  await signInAs(users.nina);
  await openPortal(page, '/support');
  const link = row(page).getByRole('link');
  await expect(link).toHaveCount(1);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/customer-portal/support');
  await expect(link).toBeFocused();
});

test('copying the number does not open it @all', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(users.nina);
  await openPortal(page, '/support');
  await row(page).getByRole('button', { name: 'Copy ticket number' }).click();
  await expect(row(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page).toHaveURL('/customer-portal/support');
});

test('a link with its number leads to it, also through the sign-in @all', async ({ page }) => {
  await openSignIn(page);
  await page.goto(`/customer-portal/support/${number}`);
  await submitSignIn(page, users.nina);
  await expect(conversation(page)).toContainText('0x0000011b');
  await expect(page).toHaveURL(ticketUrl);
  await page.reload();
  await expect(conversation(page)).toContainText('0x0000011b');
  await backToList(page).click();
  await expect(row(page)).toBeVisible();
});

test('a ticket of another customer, or an unknown one, is not found @engines', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/404/);
  await signInAs(users.nina);
  await openPortal(page, `/support/${number}`);
  await expect(page).toHaveURL(ticketUrl);
  const foreign = page.url().split('/').at(-1) ?? '';
  // What is still being loaded would end with the session.
  await expect(conversation(page)).toContainText('0x0000011b');
  await signInAs(users.claire);
  for (const unknown of [foreign, '00000000-0000-4000-8000-000000000000', number, 'TKT-', '0', 'x'.repeat(64)]) {
    await openPortal(page, `/support/${unknown}`);
    await expect(page.getByRole('alert').getByRole('heading', { name: 'Ticket not found' })).toBeVisible();
    await expect(page.getByText(subject)).toHaveCount(0);
  }
  await backToList(page).click();
  await expect(page.getByRole('button', { name: 'New Ticket' })).toBeVisible();
  for (const impossible of ['%25', encodeURIComponent(hostile.html), 'x'.repeat(65), '%20', '1/2']) {
    const response = await page.request.get(`/customer-portal/support/${impossible}`);
    expect(response.status(), impossible).toBe(404);
  }
});

test('a ticket that cannot be loaded says so and can be retried @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.nina);
  const error = { error: { code: 'internal_error', message: 'Something went wrong.' } };
  await page.route('**/api/portal/tickets/detail?*', (route) => route.fulfill({ status: 500, json: error }));
  await openPortal(page, `/support/${number}`);
  await expect(page.getByText('We could not load this ticket.')).toBeVisible();
  await page.unroute('**/api/portal/tickets/detail?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(conversation(page)).toContainText('0x0000011b');
});

test('on a phone its card opens it @phone @all', async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(users.nina);
  await openPortal(page, '/support');
  await row(page).locator('[data-label="Subject"]').click();
  await expect(conversation(page)).toContainText('0x0000011b');
});

test('hostile text stays inside, and axe finds nothing @all', async ({ page, signInAs }) => {
  test.slow();
  await signInAs(users.eve);
  await openPortal(page, '/support/TKT-9223372036854775807');
  await expect(conversation(page)).toContainText(hostile.html);
  await expect(conversation(page).locator('img, b, script')).toHaveCount(0);
  // 640 pixels are a window of 1280 at 200 %.
  for (const width of [320, 640, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
  }
  await expectNoViolation(page, 'ticket', [desktop, tablet, phone]);
});
