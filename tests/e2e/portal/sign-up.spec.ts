import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, linkDialog, openSignIn, test, toast, submitSignIn } from './portal-test.ts';

const verificationLink = /http:\/\/[^\s"<>]+\/#verify=[\w.~-]+/;
const resetLink = /http:\/\/[^\s"<>]+\/customer-auth#reset=[\w.~-]+/;

const newEmail = () => `${randomUUID().slice(0, 8)}@signs-up.example`;

async function signUp(page: Page, email: string, secret: string): Promise<void> {
  await openSignIn(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await openSignIn(page);
  await submitSignIn(page, email, secret);
}

async function verify(page: Page, link: string, secret: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('dialog').getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(linkDialog(page, 'Email address confirmed')).toBeVisible();
}

test('from sign-up through the mail to a verified sign-in @engines', async ({ page, linkMailedTo, browserErrors }) => {
  browserErrors.expect(/40[14]/);
  const email = newEmail();
  const creating = page.getByRole('button', { name: 'Creating Account...' });
  await page.route('**/api/auth/sign-up', async (route) => {
    await expect(creating).toBeVisible();
    await route.continue();
  });
  await openSignIn(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/conditions-utilisation');
  await expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/politique-confidentialite',
  );
  await signUp(page, email, 'six...');
  await expect(toast(page, 'Account Created')).toContainText('Please check your email to verify your account.');
  await expect(page.getByRole('main').getByText(`We sent a link to ${email}.`)).toBeVisible();

  await signIn(page, email, 'six...');
  await expect(toast(page, 'Sign In Failed')).toContainText('Invalid email or password');
  await expect(page.getByText('If you have just signed up, open the link in our mail first.')).toBeVisible();

  await verify(page, await linkMailedTo(email, verificationLink), 'six...');
  await expect(page).toHaveURL('/');
  await linkDialog(page, 'Email address confirmed').getByRole('link').click();

  await expect(page).toHaveURL('/customer-auth');
  await signIn(page, email, 'six...');
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
});

test('a verification link that is no longer valid says so and offers a new one @all', async ({
  page,
  linkMailedTo,
  browserErrors,
}) => {
  browserErrors.expect(/400/);
  const email = newEmail();
  await signUp(page, email, 'secret password');
  await expect(toast(page, 'Account Created')).toBeVisible();
  await linkMailedTo(email, verificationLink);

  await page.goto('/#verify=made-up');
  await page.getByRole('dialog').getByLabel('Password').fill('secret password');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  const said = linkDialog(page, 'This link can no longer be used');
  await said.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL('/customer-auth?view=verify');
  await expect(page.getByRole('heading', { name: 'Get a new verification link' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send verification link' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
});

test('signing in before verifying offers a new link @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/401/);
  const email = newEmail();
  await signUp(page, email, 'secret password');
  await expect(toast(page, 'Account Created')).toBeVisible();
  await signIn(page, email, 'secret password');
  await page.getByRole('button', { name: 'Get a new verification link' }).click();
  await expect(page.getByRole('heading', { name: 'Get a new verification link' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send verification link' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
});

test('a verification link does not work without the password of the sign-up @all', async ({
  page,
  linkMailedTo,
  browserErrors,
}) => {
  browserErrors.expect(/400/);
  const email = newEmail();
  await signUp(page, email, 'the right one');
  await expect(toast(page, 'Account Created')).toBeVisible();
  await page.goto(await linkMailedTo(email, verificationLink));
  const dialog = linkDialog(page, 'Confirm your email address');
  const field = dialog.getByLabel('Password');
  await expect(field).toBeFocused();
  await field.fill('not the right one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This is not the password that you chose.');
  await expect(field).toBeFocused();
  await field.fill('the right one');
  await page.keyboard.press('Enter');
  await expect(linkDialog(page, 'Email address confirmed')).toBeVisible();
});

test('an earlier error disappears once the account is created @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/400/);
  await signUp(page, newEmail(), 'password');
  await expect(toast(page, 'Sign Up Failed')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill('a better secret');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Account Created')).toBeVisible();
  await expect(toast(page, 'Sign Up Failed')).toHaveCount(0);
});

test('a password that is too long is rejected with the server’s message @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/400/);
  await signUp(page, newEmail(), 'x'.repeat(129));
  await expect(toast(page, 'Sign Up Failed')).toContainText('Password must be at most 128 characters.');
});

test('a forgotten password is replaced through the mail, once @engines @all', async ({
  page,
  linkMailedTo,
  browserErrors,
}) => {
  browserErrors.expect(/40[014]/);
  const email = newEmail();
  await signUp(page, email, 'old password');
  await expect(toast(page, 'Account Created')).toBeVisible();
  await verify(page, await linkMailedTo(email, verificationLink), 'old password');

  await openSignIn(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/customer-auth?view=forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('a link is on its way')).toBeVisible();

  const link = await linkMailedTo(email, resetLink);
  await page.goto(link);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('textbox', { name: 'New password' }).fill('new password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expect(page).toHaveURL('/customer-auth');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await signIn(page, email, 'old password');
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await signIn(page, email, 'new password');
  await expect(page).toHaveURL('/customer-portal');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/customer-auth');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test('a reset request for an unknown email address gets the same message @all', async ({ page }) => {
  await openSignIn(page, '?view=forgot');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('If this email address has an account, a link is on its way.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
});
