import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import type { Page } from '@playwright/test';
import { hostile, users } from './users.ts';
import { expect, openPortal, rows, test } from './portal-test.ts';

const isInside = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('td, dd, li')].every(
        (part) => part.getBoundingClientRect().right <= window.innerWidth + 1,
      ),
    );

const tabs = ['', '/invoices', '/contracts', '/payments', '/licenses', '/support'];

test('hostile names and texts break no layout on any screen @all', async ({ page, signInAs }) => {
  test.slow();
  await signInAs(users.eve);
  for (const tab of tabs) {
    await openPortal(page, tab);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (tab === '') await expect(page.getByText('Due next')).toBeVisible();
      else await expect(rows(page).first()).toBeVisible();
      const at = `${tab} at ${width} px`;
      // A width that is new turns rows into cards or back, a moment later.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width);
      await expect.poll(() => isInside(page), at).toBe(true);
    }
    if (tab === '') await expectNoViolation(page, 'hostile overview', [desktop, tablet, phone]);
  }
});

test('HTML, right-to-left text and emoji are text', async ({ page, signInAs }) => {
  await signInAs(users.eve);
  await openPortal(page, '/contracts');
  await expect(page.getByText(hostile.html)).toBeVisible();
  await expect(page.getByText(hostile.rightToLeft).first()).toHaveCSS('direction', 'rtl');
  await expect(page.getByText(hostile.emoji)).toBeVisible();
  await expect(rows(page).locator('img, b, script')).toHaveCount(0);
  await expect(page).not.toHaveTitle('1');
  await openPortal(page, '/support');
  await expect(rows(page).filter({ hasText: 'TKT-3001' })).toContainText(hostile.html);
});

test('a hostile text is found by search and not executed @engines', async ({ page, signInAs }) => {
  await signInAs(users.eve);
  await openPortal(page, `/contracts?q=${encodeURIComponent(hostile.html)}&status=${encodeURIComponent('<b>x</b>')}`);
  await expect(page.getByRole('searchbox')).toHaveValue(hostile.html);
  await expect(page.getByRole('button', { name: '<b>x</b>' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('No contracts found.')).toBeVisible();
});
