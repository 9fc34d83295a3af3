import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { describedTicket, users } from './users.ts';
import { expect, openPortal, rows, test } from './portal-test.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';

const amounts = (page: Page) => rows(page).locator('[data-label="Amount"]');

test('a search is in the URL, counts its matches, survives a reload and is undone by Back @engines', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.claire);
  await openPortal(page);
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await page.getByRole('searchbox', { name: 'Search invoices' }).fill('$1,250.50');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/customer-portal/invoices?q=%241%2C250.50');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('$1,250.50');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No invoices found.')).toBeVisible();
  await expect(page.getByText('0 of 4', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a slow computer keeps every letter of a search @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  const search = page.getByRole('searchbox', { name: 'Search invoices' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Slower than the pause that starts a search: the next letter arrives while the URL changes.
  await search.pressSequentially('$1,250.50', { delay: 260 });
  await expect(search).toHaveValue('$1,250.50');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL('/customer-portal/invoices?q=%241%2C250.50');
});

test('a column sorts ascending, descending, and in the default order @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  const heading = page.getByRole('columnheader', { name: 'Amount' });
  await expect(heading).toHaveAttribute('aria-sort', 'none');
  await heading.getByRole('button').click();
  await expect(amounts(page)).toHaveText(['$99.99', '$400', '$1,250.50', '$8,000']);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL('/customer-portal/invoices?sort=amount');
  await heading.getByRole('button').click();
  await expect(amounts(page)).toHaveText(['$8,000', '$1,250.50', '$400', '$99.99']);
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await heading.getByRole('button').click();
  await expect(amounts(page)).toHaveText(['$1,250.50', '$8,000', '$400', '$99.99']);
  await expect(page).toHaveURL('/customer-portal/invoices');
  await page.goBack();
  await expect(amounts(page)).toHaveText(['$8,000', '$1,250.50', '$400', '$99.99']);
});

test('statuses filter, alone and together', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  const filter = page.getByRole('group', { name: 'Filter by status' });
  await filter.getByRole('button', { name: 'Overdue' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(filter.getByRole('button', { name: 'Overdue' })).toHaveAttribute('aria-pressed', 'true');
  await filter.getByRole('button', { name: 'Pending' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL('/customer-portal/invoices?status=overdue%2Cpending');
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  // A status that only the data has can also be chosen where a link has chosen another one.
  await page.goto('/customer-portal/invoices?status=overdue');
  await expect(filter.getByRole('button', { name: 'disputed' })).toBeVisible();
  await page.goto('/customer-portal/invoices?status=disputed');
  await expect(rows(page)).toHaveCount(1);
  await expect(filter.getByRole('button', { name: 'disputed' })).toHaveAttribute('aria-pressed', 'true');
});

test('a made-up URL opens the default list @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices?sort=customer_id&direction=sideways&status=,,&q=%00');
  await expect(rows(page)).toHaveCount(4);
  await openPortal(page, '?tab=nonsense');
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL('/customer-portal');
});

test('old URLs with the tab as a parameter redirect to its path, and Back does not return to them @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.claire);
  await openPortal(page);
  await openPortal(page, '?tab=invoices&status=overdue');
  await expect(page).toHaveURL('/customer-portal/invoices?status=overdue');
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/customer-portal');
  await openPortal(page, '?view=security');
  await expect(page).toHaveURL('/customer-portal/security');
  await expect(page.getByRole('heading', { level: 2, name: 'Password' })).toBeVisible();
});

test('a path of the portal that does not exist is a 404 inside the portal @phone', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/404/);
  await signInAs(users.claire);
  for (const path of ['nonsense', 'support/1/2']) {
    expect((await page.goto(`/customer-portal/${path}`))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: '404' })).toHaveText('404Oops! Page not found');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('tab')).toHaveCount(6);
  }
  await expectNoViolation(page, 'unknown path', [desktop, phone]);
  await page.getByRole('link', { name: 'Back to overview' }).click();
  await expect(page).toHaveURL('/customer-portal');
  expect((await page.request.get('/customer-portal/invoices')).status()).toBe(200);
});

test('the export has every filtered row in its order, safe for spreadsheets', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices?status=paid%2Coverdue&sort=amount&direction=desc');
  await expect(rows(page)).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^invoices-cabinet-fontanel-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeff"Invoice ID","Amount (USD)","Due Date","Status","Risk Score"');
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 2).join())).toEqual(['"8000.00"', '"1250.50"', '']);
  expect(lines[2]).toBe('"FC-2025-0001","1250.50","2025-01-05","Paid","71"');
});

test('a formula in a record stays text in the export @all', async ({ page, signInAs }) => {
  await signInAs(users.eve);
  await openPortal(page, '/payments');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"'=HYPERLINK(""https://evil.example"",""click"")"`);
});

test('a long list is exported page by page and can be cancelled @engines @all', async ({ page, signInAs }) => {
  await signInAs(users.max);
  await openPortal(page, '/invoices?status=overdue');
  await expect(page.getByText('400 of 1,200', { exact: true })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(401);
  await page.route('**/api/portal/invoices?*limit=500*', () => {});
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
});

const exported = async (page: Page) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).split('\r\n');
};

test('the format for a French Excel is remembered for this user only @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices?status=paid');
  await expect(rows(page)).toHaveCount(1);
  const format = page.getByLabel('Format of the CSV file');
  await expect(format).toHaveValue('international');
  await format.selectOption('French Excel (semicolon, 1250,50)');
  expect((await exported(page))[1]).toBe('"FC-2025-0001";"1250,50";"2025-01-05";"Paid";"71"');
  await openPortal(page, '/contracts?sort=contractNumber');
  await expect(format).toHaveValue('french');
  expect((await exported(page))[2]).toBe('"CT-2";"Backup";"2020-01-01";"2021-01-01";"0,50";"Expired"');
  await signInAs(users.solo);
  await openPortal(page, '/invoices');
  await expect(format).toHaveValue('international');
});

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' });

  test('the default format is for a French Excel, and times end with the minute @all', async ({ page, signInAs }) => {
    await signInAs(users.nina);
    await openPortal(page, '/support?sort=ticketNumber');
    await expect(page.getByLabel('Format of the CSV file')).toHaveValue('french');
    const lines = await exported(page);
    expect(lines[1]).toBe(`"TKT-4001";"${describedTicket.subject}";"High";"Open";"2025-01-05 10:30"`);
  });
});

test('Back after a search undoes the search, and not the sort before it @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await page.getByRole('button', { name: 'Overdue' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL('/customer-portal/invoices?status=overdue&sort=amount');
  const searchbox = page.getByRole('searchbox');
  for (const q of ['8', '80', '800']) {
    await searchbox.fill(q);
    await expect(page).toHaveURL(new RegExp(`q=${q}(?:&|$)`));
  }
  await page.goBack();
  await expect(page).toHaveURL('/customer-portal/invoices?status=overdue&sort=amount');
  await expect(searchbox).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/customer-portal/invoices?status=overdue');
  // Typing after Back has an entry of its own again.
  await searchbox.fill('8000');
  await expect(page).toHaveURL(/q=8000/);
  await page.goBack();
  await expect(page).toHaveURL('/customer-portal/invoices?status=overdue');
});

test('unknown statuses can be filtered once they were loaded @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  const others = [
    ['invoices', 'disputed'],
    ['contracts', 'on_hold'],
    ['payments', 'lost'],
    ['licenses', 'frozen'],
    ['support', 'escalated'],
  ];
  for (const [tab, status = ''] of others) {
    await openPortal(page, `/${tab}`);
    const chip = page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name: status });
    await chip.click();
    await expect(rows(page)).toHaveCount(1);
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'false');
  }
});

test('keys and references are copied @all', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(users.claire);
  const copies = [
    ['invoices', 'Copy invoice ID', 'FC-2025-0001'],
    ['licenses', 'Copy license key', 'AAAA-BBBB-CCCC'],
    ['contracts', 'Copy contract number', 'CT-1'],
    ['support', 'Copy ticket number', 'TKT-1000'],
  ];
  for (const [tab, label = '', copied = ''] of copies) {
    await openPortal(page, `/${tab}`);
    await rows(page).first().getByRole('button', { name: label }).click();
    await expect(rows(page).first().getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
});

test('on a phone, lists begin with their records, and a menu sorts, prints and exports them @phone @all', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(users.claire);
  for (const tab of ['contracts', 'payments', 'licenses', 'support', 'invoices']) {
    await openPortal(page, `/${tab}`);
    await expect(rows(page).first()).toBeVisible();
    expect((await rows(page).first().boundingBox())?.y, tab).toBeLessThan(330);
  }
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden();
  await page.getByRole('button', { name: 'List options' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expectNoViolation(page, 'menu of a list', [phone]);
  await page.getByLabel('Sort by').selectOption('Amount');
  await expect(amounts(page)).toHaveText(['$8,000', '$1,250.50', '$400', '$99.99']);
  await page.getByRole('button', { name: 'sort ascending' }).click();
  await expect(amounts(page)).toHaveText(['$99.99', '$400', '$1,250.50', '$8,000']);
});
