import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { toast } from '../portal/portal-test.ts';
import { chooseFile, expect, openDesk, openElsewhere, rows, test } from './desk-test.ts';
import { expectNoFrench } from './find-french.ts';
import { companies, staff } from './users.ts';

const { name } = companies.english;
const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 1, name: text });
const nav = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Service desk' }).getByRole('link', { name: place });

async function chooseLanguage(page: Page, label: string, language: string) {
  await page.getByLabel(label, { exact: true }).selectOption(language);
}

async function openCustomerInEnglish(page: Page) {
  await nav(page, 'Customers').click();
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(name);
  await page.getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
}

test('staff switch the desk to English, find no French in it, and switch back', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  test.slow();
  await signInAsStaff(page, staff.english.email);
  await openDesk(page, '/preferences');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await chooseLanguage(page, 'Langue', 'English');
  await expect(heading(page, 'Preferences')).toBeVisible();
  await expect(toast(page, 'Saved. Language: English')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(/Preferences – Service desk$/);
  // Each language is named in its own words.
  await expectNoFrench(page, 'preferences', ['Français']);
  await expectNoViolation(page, 'preferences in English', [phone, desktop]);

  await nav(page, 'Queue').click();
  await expect(heading(page, 'Queue')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('TKT-7201');
  await expect(rows(page)).toHaveCount(1);
  await expectNoFrench(page, 'queue');
  await expectNoViolation(page, 'queue in English', [phone, desktop]);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

  await page.getByRole('link', { name: 'Cracked mirror' }).click();
  const reply = page.getByLabel('Your reply to the customer');
  await reply.fill('We are on our way.');
  await expectNoFrench(page, 'ticket');
  await reply.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Assigned to Elsie Brandt');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expectNoFrench(page, 'actions for a ticket');
  await page.keyboard.press('Escape');
  await expectNoViolation(page, 'ticket in English', [phone, desktop]);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoFrench(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFrench(page, 'new ticket');
  await page.keyboard.press('Escape');

  // What was chosen belongs to the account: another browser shows it as well.
  const elsewhere = await openElsewhere(browser, baseURL);
  const session = (await page.context().cookies()).filter((cookie) => cookie.name !== 'language');
  await elsewhere.context().addCookies(session);
  await elsewhere.goto('/desk/health');
  await expect(heading(elsewhere, 'Health')).toBeVisible();
  await expectNoFrench(elsewhere, 'health');
  await elsewhere.context().close();

  await page.reload();
  await nav(page, 'Queue').click();
  await page.goto('/desk/preferences');
  await chooseLanguage(page, 'Language', 'Français');
  await expect(heading(page, 'Préférences')).toBeVisible();
  await expect(toast(page, 'Enregistré')).toContainText('Langue');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('every screen of the desk is in English @all', async ({ page, signInAsStaff, browserErrors }) => {
  test.slow();
  browserErrors.expect(/400.*api\/desk\/imports/);
  await signInAsStaff(page, staff.englishScreens.email);
  await openDesk(page, '/preferences');
  await chooseLanguage(page, 'Langue', 'English');
  await expect(heading(page, 'Preferences')).toBeVisible();

  await openCustomerInEnglish(page);
  for (const tab of ['People', 'Invoices', 'Contracts', 'Payments', 'Licenses', 'Tickets', 'Import']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoFrench(page, tab);
  }
  await expectNoViolation(page, 'customer in English', [phone, desktop]);
  await chooseFile(page, ['number;amount;due_date;status', 'FA-FERBER-1;x;31/02/2027;litige', 'A;10;;pending']);
  await expect(page.getByText('A file with rejected rows is not imported.')).toBeVisible();
  await expectNoFrench(page, 'plan of an import', ['litige']);
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await page.getByRole('link', { name: 'FA-FERBER-1' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Invoice FA-FERBER-1' })).toBeVisible();
  await expect(page.getByText('$1,250.50').first()).toBeVisible();
  await expectNoFrench(page, 'invoice');
  await expectNoViolation(page, 'invoice in English', [phone, desktop]);
  await page.getByRole('button', { name: 'Correct' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Amount')).toHaveValue('1250.50');
  await expectNoFrench(page, 'correction');
  await page.keyboard.press('Escape');

  for (const [path, title] of [
    ['/invoices/new', 'New invoice'],
    ['/import', 'Import a CSV file'],
    ['/import?tab=documents', /./],
    ['/mails', 'Held emails'],
    ['/dashboard', 'Dashboard'],
    ['/audit', 'Audit log'],
    ['/bank-accounts', 'Bank account'],
    ['/integrations', 'Integrations'],
    ['/health', 'Health'],
  ] as const) {
    await page.goto(`/desk${path}`);
    await expect(heading(page, title).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoFrench(page, path);
    await expectNoViolation(page, `${path} in English`, [phone, desktop]);
  }
});
