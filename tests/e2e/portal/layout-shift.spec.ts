import type { Page } from '@playwright/test';
import { expectStill, watchShifts, widths } from '../layout-shift.ts';
import { expect, test } from './portal-test.ts';
import { users } from './users.ts';

// The browser prefers French: the offer of it comes after the page, and must not move it.
test.use({ locale: 'fr-FR' });

const offer = (page: Page) => page.getByText('L’espace client existe en français.');

for (const viewport of widths) {
  test(`nothing moves while a page of the portal loads, ${viewport.width} px wide`, async ({
    page,
    context,
    signInAs,
  }) => {
    await watchShifts(context);
    await page.setViewportSize(viewport);
    await signInAs(users.claire);
    for (const path of [
      '',
      'invoices',
      'contracts',
      'payments',
      'licenses',
      'support',
      'people',
      'account',
      'security',
    ]) {
      await page.goto(`/customer-portal/${path}`);
      await expect(offer(page)).toBeVisible();
      await expect(page.getByRole('main')).toHaveText(/\p{L}/u);
      await expect(page.locator('main .loading')).toHaveCount(0);
      await expectStill(page);
    }
    await page.goto('/customer-portal/invoices');
    await page.getByRole('tabpanel').locator('tbody a').first().click();
    await page.waitForURL(/\/invoices\/.+/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.locator('main .loading')).toHaveCount(0);
    await expectStill(page);
  });
}

test.describe('at sign-in', () => {
  // An address without a name cannot have passkeys: their button would go.
  test.use({ baseURL: async ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'localhost')) });

  for (const viewport of widths)
    test(`nothing moves while the sign-in page loads, ${viewport.width} px wide`, async ({ page, context }) => {
      await watchShifts(context);
      await page.setViewportSize(viewport);
      await page.goto('/customer-auth');
      await expect(offer(page)).toBeInViewport({ ratio: 1 });
      await expectStill(page);
      // What the offer covers can be scrolled to.
      const help = page.getByRole('contentinfo').getByRole('link');
      await help.focus();
      const [link, bar] = await Promise.all([help.boundingBox(), offer(page).boundingBox()]);
      expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    });
});
