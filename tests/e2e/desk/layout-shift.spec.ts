import { expectStill, watchShifts, widths } from '../layout-shift.ts';
import { expect, openDesk, rows, test } from './desk-test.ts';
import { staff } from './users.ts';

const paths = ['', '/customers', '/dashboard', '/mails', '/audit', '/bank-accounts', '/integrations', '/health'];

test('nothing moves while a page of the desk loads', async ({ page, context, signInAsStaff }) => {
  await watchShifts(context);
  await signInAsStaff(page, staff.unmoved.email);
  const expectStillAt = async (path: string) => {
    await openDesk(page, path);
    await expect(page.getByRole('main')).toHaveText(/\p{L}/u);
    await expect(page.locator('main .loading')).toHaveCount(0);
    await expectStill(page);
  };
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    for (const path of paths) await expectStillAt(path);
    for (const list of ['', '/customers']) {
      await openDesk(page, list);
      const record = await rows(page).first().getByRole('link').first().getAttribute('href');
      await expectStillAt(record?.replace('/desk', '') ?? '');
    }
  }
});
