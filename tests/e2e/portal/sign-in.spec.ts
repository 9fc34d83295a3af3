import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import type { Locator } from '@playwright/test';
import { password, users } from './users.ts';
import { expect, openPortal, openSignIn, rows, test, toast, submitSignIn } from './portal-test.ts';

test('the card describes itself, with the Sign In tab selected @all', async ({ page }) => {
  await openSignIn(page);
  await expect(page.getByRole('heading', { name: 'Customer Portal' })).toBeVisible();
  await expect(
    page.getByText('Access your invoices, contracts, licenses, and support tickets', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: 'home' })).toHaveAttribute('href', '/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a user signs in and sees a welcome message @engines', async ({ page }) => {
  await openSignIn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/sign-in/password', async (route) => {
    await held;
    await route.continue();
  });
  await submitSignIn(page, users.claire);
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
  release();
  await expect(toast(page, 'Welcome back!')).toContainText('You have successfully signed in.');
  await expect(page).toHaveURL('/customer-portal');
  await expect(page.getByText(`Welcome, ${users.claire}`)).toBeVisible();
});

test('a wrong password is rejected with the server’s message, in a toast and in the form', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/401/);
  await openSignIn(page);
  await submitSignIn(page, users.claire, 'not the password');
  await expect(toast(page, 'Sign In Failed')).toContainText('Invalid email or password');
  await expect(page.getByRole('main').getByText('Invalid email or password')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('not the password');
  await expect(page).toHaveURL('/customer-auth');
});

test('fields that the browser filled in without an event are sent as they are shown @all', async ({ page }) => {
  await openSignIn(page);
  const fill = (field: Locator, value: string) =>
    field.evaluate((input: HTMLInputElement, text) => {
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      native?.set?.call(input, text);
    }, value);
  await fill(page.getByLabel('Email'), users.claire);
  await fill(page.getByRole('textbox', { name: 'Password' }), password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/customer-portal');
});

test('an unreachable server is reported as a failure too @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await openSignIn(page);
  await page.route('**/api/auth/sign-in/password', (route) => route.abort());
  await submitSignIn(page, users.claire);
  await expect(toast(page, 'Sign In Failed')).toContainText('We could not reach the server.');
});

test('the browser validates the form without a request @all', async ({ page }) => {
  await openSignIn(page);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  const email = page.getByLabel('Email');
  const secret = page.getByRole('textbox', { name: 'Password' });
  const isRefused = (field: typeof email) => field.evaluate((input: HTMLInputElement) => !input.checkValidity());
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  expect([await isRefused(email), await isRefused(secret)]).toEqual([true, true]);
  await email.fill('no email address');
  await secret.fill('x');
  expect([await isRefused(email), await isRefused(secret)]).toEqual([true, false]);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await secret.pressSequentially('12345');
  expect(await isRefused(secret)).toBe(true);
  await secret.pressSequentially('6');
  expect(await isRefused(secret)).toBe(false);
  expect(asked).toEqual([]);
});

test('the fields have autocomplete attributes for password managers @all', async ({ page }) => {
  await openSignIn(page);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'current-password');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'new-password');
});

test('the password can be shown @all', async ({ page }) => {
  await openSignIn(page);
  const secret = page.getByRole('textbox', { name: 'Password' });
  await secret.fill('hidden at first');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true');
});

test('Caps Lock is announced @all', async ({ page }) => {
  await openSignIn(page);
  const secret = page.getByRole('textbox', { name: 'Password' });
  await secret.evaluate((input) => {
    const press = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
    Object.defineProperty(press, 'getModifierState', { value: (name: string) => name === 'CapsLock' });
    input.dispatchEvent(press);
  });
  await expect(page.getByText('Caps Lock is on.')).toBeVisible();
  await secret.press('a');
  await expect(page.getByText('Caps Lock is on.')).toBeHidden();
});

test('a signed-in user is redirected to the portal @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await page.goto('/customer-auth');
  await expect(page).toHaveURL('/customer-portal');
});

test('the form cannot be submitted before hydration @all', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/customer-auth');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
  await context.close();
});

test('sign-out redirects to the sign-in page, and Back shows nothing of the portal @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(page.getByRole('heading', { name: 'Your Invoices' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/customer-auth');
  await page.goto('/customer-portal/invoices');
  await expect(page).toHaveURL(/\/customer-auth/);
});

test('a spinner shows while the session loads @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/customer-portal');
  await expect(page.getByRole('status').filter({ hasText: 'Loading your session...' })).toBeVisible();
  release();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
});

test('without a session the portal redirects to the sign-in page and shows no record', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/portal/') && asked.push(request.url()));
  await page.goto('/customer-portal');
  await expect(page).toHaveURL('/customer-auth');
  expect(asked).toEqual([]);
});

test('a link in a mail opens its tab after sign-in @all', async ({ page }) => {
  await page.goto('/customer-portal/contracts?status=active');
  await expect(page).toHaveURL(/\/customer-auth\?next=/);
  await submitSignIn(page, users.claire);
  await expect(page).toHaveURL('/customer-portal/contracts?status=active');
  await expect(rows(page)).toHaveCount(1);
});

test('a session that ended on the server redirects to sign-in and back to the same tab @engines', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/401/);
  await signInAs(users.claire);
  await openPortal(page, '/licenses');
  await expect(rows(page)).toHaveCount(5);
  await page.context().clearCookies();
  await page.getByRole('tab', { name: 'Payments' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await submitSignIn(page, users.claire);
  await expect(page).toHaveURL('/customer-portal/payments');
  await expect(page.getByRole('heading', { name: 'Payment History' })).toBeVisible();
});

test('the redirect after sign-in never leads to another site', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  for (const next of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/contact',
  ]) {
    await page.goto(`/customer-auth?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL('/customer-portal');
  }
});

test('sign-out in one tab signs out all of them @all', async ({ page, context, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  const other = await context.newPage();
  await openPortal(other, '/invoices');
  await expect(rows(other)).toHaveCount(4);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/customer-auth');
  await expect(other).toHaveURL('/customer-auth');
  await expect(other.getByText('Your session has ended.')).toBeHidden();
});

test('sign-in in one tab opens the portal in the other @all', async ({ page, context }) => {
  await openSignIn(page);
  const other = await context.newPage();
  await openSignIn(other);
  await submitSignIn(page, users.claire);
  await expect(page).toHaveURL('/customer-portal');
  await expect(other).toHaveURL('/customer-portal');
});

test('another user in the same browser sees nothing of the first', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(rows(page)).toHaveCount(4);
  await signInAs(users.nora);
  await openPortal(page, '/invoices');
  await expect(page.getByText('No invoices found.')).toBeVisible();
});

test('if the session cannot be loaded, the portal says so and retries @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|503/);
  await signInAs(users.claire);
  await page.route('**/api/auth/session', (route) => route.abort());
  await page.goto('/customer-portal');
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.', { timeout: 20_000 });
  await page.unroute('**/api/auth/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
});

test('the portal waits for a server whose database is still opening @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/503/);
  await signInAs(users.claire);
  let refusals = 2;
  await page.route('**/api/auth/session', async (route) => {
    if (refusals === 0) return route.continue();
    refusals -= 1;
    return route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'Please try again in a moment.' } },
    });
  });
  await page.goto('/customer-portal');
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
});

test('axe finds nothing on the sign-in page in any of its states @all', async ({ page, browserErrors }) => {
  test.slow();
  const sizes = [desktop, tablet, phone];
  browserErrors.expect(/40[01]/);
  await openSignIn(page);
  await expectNoViolation(page, 'sign in', sizes);
  await submitSignIn(page, 'nobody@example.com', 'wrong');
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await expectNoViolation(page, 'sign in rejected', sizes);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expectNoViolation(page, 'sign up', sizes);
  for (const [search, words] of [
    ['?view=forgot', 'Forgot your password?'],
    ['?view=verify', 'Get a new verification link'],
    ['#reset=token', 'Choose a new password'],
  ]) {
    await page.goto('about:blank');
    await openSignIn(page, search);
    await expect(page.getByRole('heading', { name: words ?? '' })).toBeVisible();
    await expectNoViolation(page, words ?? '', sizes);
  }
});
