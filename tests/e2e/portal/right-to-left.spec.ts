import type { Page } from '@playwright/test';
import { users } from './users.ts';
import { expect, rows, test } from './portal-test.ts';

const openInArabic = async (page: Page, path: string) => {
  // Other journeys of the same user expect English.
  await page.route('**/api/auth/language', (route) => route.fulfill({ json: { language: 'ar' } }));
  await page.context().addCookies([{ name: 'language', value: 'ar', url: new URL(page.url()).origin }]);
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
};

/** Fonts that the page has requested. */
const fontsOf = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => /\/([a-z]+)-[^/]*\.woff2$/.exec(name)?.[1] ?? []),
  );

test('the portal in Arabic begins on the right', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await page.goto('/customer-portal');
  await expect(page.getByRole('tab').first()).toBeVisible();
  expect(await fontsOf(page)).not.toContain('vazirmatn');

  await openInArabic(page, '/customer-portal');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(6);
  const lefts = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().left));
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one));
  expect(await fontsOf(page)).toContain('vazirmatn');

  // The next tab is on the left.
  await tabs.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.first()).toBeFocused();

  // The oldest month of the chart is on the right.
  const months = page.locator('.month-bricks .month-name');
  await expect(months.first()).toBeVisible();
  const [first, last] = [await months.first().boundingBox(), await months.last().boundingBox()];
  expect(first?.x).toBeGreaterThan(last?.x ?? Infinity);
});

test('references keep their order, and cells are aligned with their headings @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await page.goto('/customer-portal');
  await openInArabic(page, '/customer-portal/invoices');
  const name = rows(page).first().locator('td').first().locator('[dir=auto]').first();
  await expect(name).toHaveCSS('direction', 'ltr');
  const text = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  });
  const heading = await page.getByRole('columnheader').first().locator('button, :scope').last().boundingBox();
  expect(Math.abs(text - (heading?.x ?? 0) - (heading?.width ?? 0))).toBeLessThan(2);
});

for (const width of [390, 768, 1440])
  test(`no screen in Arabic is wider than ${width} px @all`, async ({ page, signInAs }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(users.claire);
    await page.goto('/customer-portal');
    for (const path of ['', '/invoices', '/contracts', '/payments', '/licenses', '/support', '/people', '/account']) {
      await openInArabic(page, `/customer-portal${path}`);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const excess = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect([path, excess]).toEqual([path, 0]);
    }
  });
