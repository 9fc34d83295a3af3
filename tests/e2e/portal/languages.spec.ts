import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, test } from './portal-test.ts';
import { supported } from './users.ts';

/** What is chosen here must not be stored: other journeys of the same user expect English. */
const keepUnstored = (page: Page) =>
  page.route('**/api/auth/language', (route) => route.fulfill({ json: { language: 'en' } }));

const words = {
  fr: { title: 'Espace client', invoices: 'Factures', support: 'Support' },
  ar: { title: 'فضاء العملاء', invoices: 'الفواتير', support: 'الدعم' },
};

for (const [language, { title, invoices, support }] of Object.entries(words))
  test(`sign-in and lists in ${language}`, async ({ page, signInAs, baseURL }) => {
    await page.goto('/customer-auth');
    await page.getByRole('button', { name: language === 'fr' ? 'Français' : 'العربية' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await expectNoViolation(page, 'sign-in', [phone, desktop]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

    await keepUnstored(page);
    await signInAs(supported.rating.owner);
    await page.context().addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    await page.goto('/customer-portal');
    await expect(page).toHaveTitle(new RegExp(title));
    await page.getByRole('tab', { name: invoices }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoViolation(page, 'invoices', [phone, desktop]);
    await page.getByRole('tab', { name: support }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoViolation(page, 'support', [phone, desktop]);
  });

test('a browser that prefers French is offered French, and nothing switches by itself', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'fr-FR' });
  const page = await context.newPage();
  await page.goto('/customer-auth');
  await expect(page.getByRole('heading', { name: 'Customer Portal' })).toBeVisible();
  await page.getByRole('button', { name: 'Passer au français' }).click();
  await expect(page.getByRole('heading', { name: 'Espace client' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Passer au français' })).toHaveCount(0);
  await context.close();
});
