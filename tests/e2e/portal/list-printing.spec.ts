import { pressPrint, print, type Printed, stopAtDialog } from '../printing.ts';
import { describedTicket, users } from './users.ts';
import { expect, openPortal, rows, test, toast } from './portal-test.ts';

const amountsIn = (printed: Printed) => printed.rows.map((row) => /\$([\d,]+)/.exec(row)?.[1]?.replace(',', ''));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test('the browser’s print command prints every loaded row once, as a table, without the controls @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.nina);
  await openPortal(page, '/invoices');
  await expect(page.getByText('64 of 64', { exact: true })).toBeVisible();
  const printed = await print(page);
  expect(printed.media).toBe(true);
  expect(amountsIn(printed).toReversed()).toEqual(numbers(1001, 1064));
  expect(printed.heading).toMatch(/^Your Invoices\nNames & Cie · \w{3} \d{2}, \d{4} · 64 of 64 invoices$/);
  expect(printed.buttons).toBe(0);
  expect(printed.pages).toBeGreaterThan(1);
  // And the screen is as it was.
  await expect(page.locator('.print-sheet')).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
});

test('rows that are not loaded are announced, and the Print button loads them @all', async ({ page, signInAs }) => {
  test.slow();
  await stopAtDialog(page);
  await signInAs(users.max);
  await openPortal(page, '/invoices?sort=amount');
  await expect(page.getByText('1,200 of 1,200', { exact: true })).toBeVisible();
  const part = await print(page);
  expect(part.heading).toContain('First 100 of 1,200 invoices: use the Print button above the list for all of them.');
  expect(amountsIn(part)).toEqual(numbers(1, 100));
  await pressPrint(page, 'Print');
  const whole = await print(page);
  expect(amountsIn(whole)).toEqual(numbers(1, 1200));
  expect(whole.heading).toContain('1,200 of 1,200 invoices\nSorted by Amount, ascending');
});

test('only filtered rows are printed @all', async ({ page, signInAs }) => {
  await stopAtDialog(page);
  await signInAs(users.max);
  await openPortal(page, '/invoices?status=overdue&q=120');
  await expect(page.getByText(/^\d+ of 1,200$/)).toBeVisible();
  const shown = await rows(page).count();
  await pressPrint(page, 'Print');
  const printed = await print(page);
  expect(printed.rows).toHaveLength(shown);
  expect(printed.heading).toContain(`${shown} of 1,200 invoices\nSearch: “120” · Status: Overdue`);
});

test('loading rows for printing can be cancelled, and reports failures @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/500/);
  await stopAtDialog(page);
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(rows(page).first()).toContainText('$');
  await page.route('**/api/portal/invoices?*limit=500*', () => {});
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await page.unroute('**/api/portal/invoices?*limit=500*');
  await page.route('**/api/portal/invoices?*limit=500*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(toast(page, 'Printing failed')).toBeVisible();
  expect(await page.evaluate(() => window.isPrintCalled)).toBeUndefined();
});

test('risk bars are printed with a frame and their colour @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(rows(page)).toHaveCount(4);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const bar = page.locator('.print-sheet').getByRole('progressbar').first();
  await expect(bar).toHaveCSS('print-color-adjust', 'exact');
  await expect(bar).toHaveCSS('border-top-style', 'solid');
  await expect(page.locator('.print-sheet td').first()).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a ticket is printed with its conversation, without what is for the screen @all', async ({ page, signInAs }) => {
  await signInAs(users.nina);
  await openPortal(page, `/support/${describedTicket.number}`);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('0x0000011b');
  await page.emulateMedia({ media: 'print' });
  await expect(conversation).toBeVisible();
  await expect(page.getByRole('heading', { name: describedTicket.subject })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
});
