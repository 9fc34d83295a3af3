import type { Page } from '@playwright/test';
import { codeOf } from '#tests/support/factors.ts';
import { guarded, password } from './users.ts';
import { expect, linkDialog, openPortal, openSignIn, test, toast, submitSignIn } from './portal-test.ts';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';

const [enrolled = '', revoker = '', confirmer = '', changer = '', mover = '', reader = ''] = guarded;

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const openSecurity = async (page: Page) => {
  await openPortal(page, '/security');
  await expect(section(page, 'Where you are signed in').getByText('This browser')).toBeVisible();
};

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await openSignIn(page);
  await submitSignIn(page, email);
}

test('authenticator codes are set up, requested, and replaced by a recovery code @engines', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  test.slow();
  // The user is linked to no customer.
  browserErrors.expect(/401|403|404/);
  await signInAs(enrolled);
  await openPortal(page);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Open security settings' }).click();
  await expect(page).toHaveTitle(/^Security – Customer Portal/);
  const codes = section(page, 'Codes from an app');
  await codes.getByRole('button', { name: 'Set up' }).click();
  await expect(codes.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(codes.getByLabel('Code from the app')).toBeFocused();
  const secret = (await codes.locator('code').innerText()).replaceAll(/\s/g, '');

  await codes.getByLabel('Code from the app').fill('000000');
  await codes.getByRole('button', { name: 'Turn on' }).click();
  await expect(codes.getByRole('alert')).toHaveText('This code is not right. Please try the newest one.');
  await codes.getByLabel('Code from the app').fill(codeOf(secret));
  await codes.getByRole('button', { name: 'Turn on' }).click();
  await expect(toast(page, 'Second factor on')).toBeVisible();
  const recovery = await codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(recovery).toHaveLength(10);
  const saved = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
  await codes.getByRole('button', { name: "I've saved them" }).click();
  await expect(codes.getByText('10 recovery codes are left.')).toBeVisible();

  await signInByForm(page, enrolled);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL(/\/customer-portal/);

  await signInByForm(page, enrolled);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('not-a-code');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/customer-portal/);
  await openSecurity(page);
  await expect(codes.getByText('9 recovery codes are left.')).toBeVisible();
  // As if the sign-in were long ago: with codes on, the password alone is not enough.
  let isOld = true;
  await page.route('**/api/auth/totp/remove', (route) =>
    isOld
      ? route.fulfill({ status: 403, json: { error: { code: 'confirmation_required', message: 'Please confirm.' } } })
      : route.fallback(),
  );
  await codes.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This code is not right. Please try the newest one.');
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recovery[1] ?? '');
  isOld = false;
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(codes.getByText('Off', { exact: true })).toBeVisible();
});

test('another session is listed and signed out @all', async ({ page, signInAs, browser, baseURL, browserErrors }) => {
  browserErrors.expect(/401/);
  await signInAs(revoker);
  const there = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const elsewhere = await there.newPage();
  const data = { email: revoker, password };
  await elsewhere.request.post('/api/auth/sign-in/password', { data, headers: { Origin: baseURL ?? '' } });
  await openSecurity(page);
  const sessions = section(page, 'Where you are signed in').getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText(/Signed in \w{3} \d\d, \d{4}, \d\d:\d\d/);
  await expect(sessions.last()).toContainText(/last used \w{3} \d\d, \d{4}, \d\d:\d\d/);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(toast(page, 'Session signed out')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  await openPortal(elsewhere).catch(() => {});
  await expect(elsewhere).toHaveURL(/\/customer-auth/);
  await there.close();
});

test('an old confirmation is requested again, and the action continues @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/403|400/);
  await signInAs(confirmer);
  let isOld = true;
  await page.route('**/api/auth/totp/start', (route) =>
    isOld
      ? route.fulfill({ status: 403, json: { error: { code: 'confirmation_required', message: 'Please confirm.' } } })
      : route.fallback(),
  );
  await page.route('**/api/auth/password/confirm', async (route) => {
    isOld = false;
    await route.fallback();
  });
  await openSecurity(page);
  const setUp = section(page, 'Codes from an app').getByRole('button', { name: 'Set up' });
  await setUp.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(setUp).toBeFocused();
  await setUp.click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Your password is not right.');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
});

test('a password is changed, and a common one is rejected with a reason @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/400/);
  await signInAs(changer);
  await openSecurity(page);
  const change = async (newPassword: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(password);
    await page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('azertyuiop');
  await expect(section(page, 'Password').getByRole('alert')).toContainText('among the most common ones');
  await change('quite another one');
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('');
});

test('a new email address is confirmed by mail @all', async ({ page, signInAs, linkMailedTo, baseURL }) => {
  const moved = `moved-${new URL(baseURL ?? '').port}@security.example`;
  await signInAs(mover);
  await openSecurity(page);
  await page.getByLabel('New email address').fill(moved);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`A link is on its way to ${moved}.`)).toBeVisible();
  await page.goto(await linkMailedTo(moved, /http\S+\/#confirm-email=[\w-]+/));
  await page.getByRole('button', { name: 'Confirm my new address' }).click();
  await linkDialog(page, 'New address confirmed').getByRole('link', { name: 'Open the portal' }).click();
  await expect(page.getByText(`You sign in with ${moved}.`)).toBeVisible();
  expect(await linkMailedTo(mover, /http\S+\/#cancel-email=[\w-]+/)).toContain('cancel-email');
  expect(await linkMailedTo(mover, /http\S+\/#revert-email=[\w-]+/)).toContain('revert-email');
});

test('axe finds nothing on the security screen in its states @all', async ({ page, signInAs, browserErrors }) => {
  test.slow();
  browserErrors.expect(/500/);
  const widths = [desktop, tablet, phone];
  await signInAs(reader);
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
