import { password, users } from './users.ts';
import { expect, openPortal, openSignIn, rows, test } from './portal-test.ts';

test('a spinner shows while the session loads', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/get-session', async (route) => {
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

test('a link in a mail opens its tab after sign-in', async ({ page }) => {
  await page.goto('/customer-portal/contracts?status=active');
  await expect(page).toHaveURL(/\/customer-auth\?next=/);
  await page.getByLabel('Email').fill(users.claire);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
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
  await page.getByLabel('Email').fill(users.claire);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
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

test('sign-out in one tab signs out all of them', async ({ page, context, signInAs }) => {
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

test('sign-in in one tab opens the portal in the other', async ({ page, context }) => {
  await openSignIn(page);
  const other = await context.newPage();
  await openSignIn(other);
  await page.getByLabel('Email').fill(users.claire);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
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

test('if the session cannot be loaded, the portal says so and retries', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED|503/);
  await signInAs(users.claire);
  await page.route('**/api/auth/get-session', (route) => route.abort());
  await page.goto('/customer-portal');
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.', { timeout: 20_000 });
  await page.unroute('**/api/auth/get-session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
});

test('the portal waits for a server whose database is still opening', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/503/);
  await signInAs(users.claire);
  let refusals = 2;
  await page.route('**/api/auth/get-session', async (route) => {
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
