import { companies } from '../desk/users.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openPortal, signIn, test } from './portal-test.ts';

test('a user creates a calendar feed, a calendar program opens it, and it ends when it is revoked', async ({
  page,
  request,
}) => {
  await signIn(page, companies.filing.owner);
  await openPortal(page, '/account');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Calendar feed' }) });
  await section.getByRole('button', { name: 'Create a URL' }).click();
  const url = (await section.getByLabel('URL of your calendar feed').textContent()) ?? '';
  await expectNoViolation(page, 'a calendar feed', [phone, desktop]);
  const { pathname } = new URL(url);
  const feed = await request.get(pathname);
  expect(feed.status()).toBe(200);
  expect(await feed.text()).toContain('FA-BENDEJUN-1');

  await section.getByRole('button', { name: 'Replace the URL' }).click();
  await expect(section.getByLabel('URL of your calendar feed')).not.toHaveText(url);
  expect((await request.get(pathname)).status()).toBe(404);
  const next = new URL((await section.getByLabel('URL of your calendar feed').textContent()) ?? '').pathname;
  await section.getByRole('button', { name: 'Revoke' }).click();
  await expect(section.getByText('You have no calendar feed for this company.')).toBeVisible();
  expect((await request.get(next)).status()).toBe(404);
});
