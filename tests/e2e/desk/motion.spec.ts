import type { Page } from '@playwright/test';
import { expectSameWithoutMotion } from '../motion.ts';
import { openPortal, openSignIn } from '../portal/portal-test.ts';
import { users } from '../portal/users.ts';
import { expect, openDesk, rows, test, withoutLiveUpdates } from './desk-test.ts';
import { staff } from './users.ts';

/** What other journeys do meanwhile would be a difference between the pictures: what is loaded stays. */
async function holdStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route('**/api/**', () => {});
}

test('sign-in looks the same without motion, once everything has moved', async ({ page }) => {
  await openSignIn(page);
  // The offer of another language is loaded after the page.
  await expect(page.getByText('L’espace client existe en français.')).toBeVisible();
  await expectSameWithoutMotion(page);
});

test('the portal’s overview looks the same without motion, once everything has moved @all', async ({
  page,
  signInAs,
}) => {
  await page.clock.setFixedTime(new Date());
  // The stream of live updates never ends: the network would not become idle.
  await page.route('**/api/portal/events', (route) => route.fulfill({ status: 204 }));
  await signInAs(users.claire);
  await openPortal(page);
  await expect(page.getByRole('tabpanel')).toContainText('$');
  await holdStill(page);
  await expectSameWithoutMotion(page);
});

test('the desk’s queue looks the same without motion, once everything has moved @all', async ({
  page,
  signInAsStaff,
}) => {
  await page.clock.setFixedTime(new Date());
  await withoutLiveUpdates(page);
  await signInAsStaff(page, staff.still.email);
  await openDesk(page);
  await expect(rows(page).first()).toBeVisible();
  await holdStill(page);
  await expectSameWithoutMotion(page);
});
