import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { guarded } from './users.ts';
import { expect, linkDialog, openPortal, test } from './portal-test.ts';

const [, , , , mover = '', looker = ''] = guarded;

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const openSecurity = async (page: Page) => {
  await openPortal(page, '/security');
  await expect(section(page, 'Where you are signed in').getByText('This browser')).toBeVisible();
};

test('a new email address is confirmed by mail', async ({ page, signInAs, linkMailedTo, baseURL }) => {
  const moved = `moved-${new URL(baseURL ?? '').port}@security.example`;
  await signInAs(mover);
  await openSecurity(page);
  await page.getByLabel('New email address').fill(moved);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`A link is on its way to ${moved}.`)).toBeVisible();
  await page.goto(await linkMailedTo(moved, /http\S+\/#confirm-email=[\w-]+/));
  await page.getByRole('button', { name: 'Confirmer ma nouvelle adresse' }).click();
  await linkDialog(page, 'Nouvelle adresse confirmée').getByRole('link', { name: 'Ouvrir l’espace client' }).click();
  await expect(page.getByText(`You sign in with ${moved}.`)).toBeVisible();
  expect(await linkMailedTo(mover, /http\S+\/#cancel-email=[\w-]+/)).toContain('cancel-email');
  expect(await linkMailedTo(mover, /http\S+\/#revert-email=[\w-]+/)).toContain('revert-email');
});

test('axe finds nothing on the security screen in its states', async ({ page, signInAs, browserErrors }) => {
  test.slow();
  browserErrors.expect(/500/);
  const widths = [desktop, tablet, phone];
  await signInAs(looker);
  await openSecurity(page);
  await expectNoViolation(page, 'security', widths);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectNoViolation(page, 'setting up', widths);
  await page.route('**/api/auth/security', (route) => route.fulfill({ status: 500, body: '{}' }));
  await openPortal(page, '/security');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoViolation(page, 'failed', widths);
});
