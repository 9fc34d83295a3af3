import type { Page } from '@playwright/test';
import { expectNoViolation, phone } from '../axe.ts';
import { describedTicket, hostile, users } from './users.ts';
import { expect, openPortal, openSignIn, rows, test, submitSignIn } from './portal-test.ts';

const { number, subject, description } = describedTicket;

const dialog = (page: Page) => page.getByRole('dialog', { name: subject });
const row = (page: Page) => rows(page).filter({ hasText: subject });

test('a row opens its ticket with the whole text', async ({ page, signInAs }) => {
  await signInAs(users.nina);
  await openPortal(page, '/support?sort=subject');
  await row(page).locator('[data-label="Subject"]').click();
  await expect(dialog(page)).toHaveAccessibleDescription(number);
  await expect(dialog(page).getByRole('definition')).toHaveText(['High', 'Open', 'Jan 05, 2025']);
  await expect(dialog(page).getByText('0x0000011b')).toHaveText(description, { useInnerText: true });
  await expect(dialog(page).locator('b')).toHaveCount(0);
  await expect(page).toHaveURL(`/customer-portal/support/${number}?sort=subject`);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/customer-portal/support?sort=subject');
  await expect(row(page).getByRole('link', { name: number })).toBeFocused();
});

test('Enter on its number opens it, Escape closes it and restores the focus', async ({ page, signInAs }) => {
  await signInAs(users.nina);
  await openPortal(page, '/support');
  const link = row(page).getByRole('link');
  await expect(link).toHaveCount(1);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(link).toBeFocused();
});

test('Back closes it, and copying the number does not open it', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(users.nina);
  await openPortal(page, '/support');
  await row(page).getByRole('button', { name: 'Copy ticket number' }).click();
  await expect(row(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await row(page).getByRole('link', { name: number }).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/customer-portal/support');
});

test('its link opens it again, also through the sign-in', async ({ page }) => {
  await openSignIn(page);
  await page.goto(`/customer-portal/support/${number}`);
  await submitSignIn(page, users.nina);
  await expect(dialog(page)).toContainText('0x0000011b');
  await page.keyboard.press('Escape');
  await expect(row(page).getByRole('link', { name: number })).toBeFocused();
});

test('a ticket of another customer, or an unknown one, is not found @engines', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  for (const unknown of [number, 'TKT-', '0', 'x'.repeat(64)]) {
    await openPortal(page, `/support/${unknown}`);
    const none = page.getByRole('dialog', { name: 'Support ticket' });
    await expect(none.getByText('You have no ticket with this number.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'New Ticket' })).toBeFocused();
  }
  for (const impossible of ['%25', encodeURIComponent(hostile.html), 'x'.repeat(65), '%20', '1/2']) {
    const response = await page.request.get(`/customer-portal/support/${impossible}`);
    expect(response.status(), impossible).toBe(404);
  }
});

test('a ticket that cannot be loaded says so and can be retried', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.nina);
  await page.route('**/api/portal/tickets?*q=TKT*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } }),
  );
  await openPortal(page, `/support/${number}`);
  await expect(page.getByRole('dialog').getByText('We could not load this ticket.')).toBeVisible();
  await page.unroute('**/api/portal/tickets?*q=TKT*');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page)).toContainText('0x0000011b');
});

test('on a phone its card opens it @phone', async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(users.nina);
  await openPortal(page, '/support');
  await row(page).locator('[data-label="Subject"]').click();
  await expect(dialog(page)).toContainText('0x0000011b');
});

test('hostile text stays inside, and axe finds nothing', async ({ page, signInAs }) => {
  test.slow();
  await signInAs(users.eve);
  await openPortal(page, '/support/TKT-9223372036854775807');
  await expect(page.getByRole('dialog')).toContainText(hostile.html);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { right, overflow } = await page.getByRole('dialog').evaluate((element) => ({
      right: element.getBoundingClientRect().right,
      overflow: element.scrollWidth - element.clientWidth,
    }));
    expect(right).toBeLessThanOrEqual(width);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await expectNoViolation(page, 'ticket');
});
