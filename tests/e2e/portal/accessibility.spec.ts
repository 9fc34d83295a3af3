import type { Page } from '@playwright/test';
import { desktop, expectNoViolation as expectNothingFound, phone, tablet } from '../axe.ts';
import { users } from './users.ts';
import { expect, openPortal, openSignIn, rows, test, toast } from './portal-test.ts';

const expectNoViolation = (page: Page, state: string) => expectNothingFound(page, state, [desktop, tablet, phone]);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on the sign-in page in any of its states', async ({ page, browserErrors }) => {
  test.slow();
  browserErrors.expect(/40[01]/);
  await openSignIn(page);
  await expectNoViolation(page, 'sign in');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await expectNoViolation(page, 'sign in refused');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expectNoViolation(page, 'sign up');
  for (const [address, words] of [
    ['?view=forgot', 'Forgot your password?'],
    ['?view=verify', 'Get a new verification link'],
    ['#reset=token', 'Choose a new password'],
  ]) {
    await page.goto('about:blank');
    await openSignIn(page, address);
    await expect(page.getByRole('heading', { name: words ?? '' })).toBeVisible();
    await expectNoViolation(page, words ?? '');
  }
});

for (const tab of ['', '/invoices', '/contracts', '/payments', '/licenses', '/support']) {
  test(`axe finds nothing in the portal at ${tab || 'the overview'}`, async ({ page, signInAs }) => {
    test.slow();
    await signInAs(users.claire);
    await openPortal(page, tab);
    if (tab === '') await page.getByText('Show the figures').click();
    else await expect(rows(page).first()).toBeVisible();
    await expectNoViolation(page, tab);
  });
}

test('axe finds nothing without records, without a customer, and without a response', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/404|500/);
  await signInAs(users.nora);
  await openPortal(page, '/invoices?q=x');
  await expect(page.getByText('No invoices found.')).toBeVisible();
  await expectNoViolation(page, 'empty');
  await page.route('**/api/portal/contracts?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await openPortal(page, '/contracts');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoViolation(page, 'failed');
  await signInAs(users.uma);
  await openPortal(page);
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  await expectNoViolation(page, 'unlinked');
});

test('axe finds nothing with the dialog open, with errors, and with its select open', async ({ page, signInAs }) => {
  test.slow();
  await signInAs(users.claire);
  await openPortal(page, '/support');
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await expectNoViolation(page, 'dialog');
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Please enter a subject.')).toBeVisible();
  await expectNoViolation(page, 'dialog refused');
});

test('axe finds nothing with hostile names and texts', async ({ page, signInAs }) => {
  test.slow();
  await signInAs(users.eve);
  await openPortal(page);
  await expect(page.getByText('Due next')).toBeVisible();
  await expectNoViolation(page, 'hostile overview');
});
