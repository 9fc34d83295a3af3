import type { Locator } from '@playwright/test';
import { password, users } from './users.ts';
import { expect, openPortal, openSignIn, test, toast } from './portal-test.ts';

test('the card describes itself, with the Sign In tab selected', async ({ page }) => {
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
  await page.route('**/api/auth/sign-in/email', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Email').fill(users.claire);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
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
  await page.getByLabel('Email').fill(users.claire);
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page, 'Sign In Failed')).toContainText('Invalid email or password');
  await expect(page.getByRole('main').getByText('Invalid email or password')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('not the password');
  await expect(page).toHaveURL('/customer-auth');
});

test('fields that the browser filled in without an event are sent as they are shown', async ({ page }) => {
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

test('an unreachable server is reported as a failure too', async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await openSignIn(page);
  await page.route('**/api/auth/sign-in/email', (route) => route.abort());
  await page.getByLabel('Email').fill(users.claire);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page, 'Sign In Failed')).toContainText('We could not reach the server.');
});

test('the browser validates the form without a request', async ({ page }) => {
  await openSignIn(page);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  const email = page.getByLabel('Email');
  const secret = page.getByRole('textbox', { name: 'Password' });
  const isRefused = (field: typeof email) => field.evaluate((input: HTMLInputElement) => !input.checkValidity());
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  expect([await isRefused(email), await isRefused(secret)]).toEqual([true, true]);
  await email.fill('no address');
  await secret.fill('x');
  expect([await isRefused(email), await isRefused(secret)]).toEqual([true, false]);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await secret.pressSequentially('12345');
  expect(await isRefused(secret)).toBe(true);
  await secret.pressSequentially('6');
  expect(await isRefused(secret)).toBe(false);
  expect(asked).toEqual([]);
});

test('the fields have autocomplete attributes for password managers', async ({ page }) => {
  await openSignIn(page);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'current-password');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'new-password');
});

test('the password can be shown', async ({ page }) => {
  await openSignIn(page);
  const secret = page.getByRole('textbox', { name: 'Password' });
  await secret.fill('hidden at first');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true');
});

test('Caps Lock is announced', async ({ page }) => {
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

test('a signed-in user is redirected to the portal', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await page.goto('/customer-auth');
  await expect(page).toHaveURL('/customer-portal');
});

test('the form cannot be submitted before hydration', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/customer-auth');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
  await context.close();
});

test('sign-out redirects to the sign-in page, and Back shows nothing of the portal', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(page.getByRole('heading', { name: 'Your Invoices' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/customer-auth');
  await page.goto('/customer-portal/invoices');
  await expect(page).toHaveURL(/\/customer-auth/);
});
