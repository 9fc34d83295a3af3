import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { endWithParent, freePort } from '../../../scripts/lib/processes.ts';
import { secretsFile, staff } from '../desk/users.ts';
import { guarded, password, users } from './users.ts';
import { expect, openElsewhere, openPortal, openSignIn, submitSignIn, test, toast } from './portal-test.ts';

const [, , , , , , collector = '', sharer = ''] = guarded;

/** A passkey belongs to a name, and the other journeys' server is called by an IP address: this one has a server of its own. */
const place: { server?: ChildProcess; origin: string; folder: string } = { origin: '', folder: '' };

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  place.origin = `http://localhost:${port}`;
  place.folder = await mkdtemp(join(tmpdir(), 'portal-passkey-'));
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: place.folder,
    SITE_URL: place.origin,
    DEMO_PASSWORD: 'correct horse battery',
    LOG_LEVEL: 'warn',
    DATABASE_URL: undefined,
  };
  const filled = endWithParent(spawn(process.execPath, ['tests/e2e/portal/seed.ts'], { stdio: 'inherit', env }));
  expect((await once(filled, 'exit'))[0]).toBe(0);
  place.server = endWithParent(spawn(process.execPath, ['build/api/main.js'], { stdio: 'inherit', env }));
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
});

test.afterAll(async () => {
  if (place.server !== undefined && place.server.exitCode === null) {
    const ended = once(place.server, 'exit');
    place.server.kill('SIGTERM');
    await ended;
  }
  await rm(place.folder, { recursive: true, force: true });
});

test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives a fixture's dependencies from this pattern
  baseURL: async ({}, use) => use(place.origin),
});

/** A device that verifies its user without asking. Returns a function that replaces it by another one. */
async function plugIn(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  let { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options }));
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
}

async function signInByPasskey(page: Page, search = ''): Promise<void> {
  await page.context().clearCookies();
  await openSignIn(page, search);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // The desk opens without a greeting.
  if (search === '') await expect(toast(page, 'Welcome back!')).toBeVisible();
  else await expect(page).toHaveURL(/\/desk/);
}

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

test('a passkey is created, signs in, confirms, and is removed', async ({ page, signInAs, browserErrors }) => {
  test.slow();
  browserErrors.expect(/403/);
  await plugIn(page);
  await signInAs(users.claire);
  await openPortal(page, '/security');
  await addPasskey(page, 'My laptop');
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove My laptop' })).toBeVisible();

  // The session was opened with the password alone, which no longer is enough.
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await expect(confirmDialog(page).getByText('your password alone is not enough')).toBeVisible();
  await expect(confirmDialog(page).getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await signInByPasskey(page);
  await expect(page.getByText(`Welcome, ${users.claire}`)).toBeVisible();
  await openPortal(page, '/security');
  let isOld = true;
  await page.route('**/api/auth/passkeys/remove', (route) =>
    isOld
      ? route.fulfill({ status: 403, json: { error: { code: 'confirmation_required', message: 'Please confirm.' } } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  isOld = false;
  await confirmDialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
});

test('with two passkeys the password is turned off, and on again @all', async ({ page, signInAs, browserErrors }) => {
  test.slow();
  // The user is linked to no customer; the password is rejected.
  browserErrors.expect(/401|403|404|409/);
  const changeDevice = await plugIn(page);
  await signInAs(collector);
  await openPortal(page, '/security');
  await addPasskey(page, 'Laptop');
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn the password off' })).toHaveCount(0);
  await page.getByLabel('Name of the passkey').fill('Phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(confirmDialog(page)).toBeHidden();
  // The same device has one already.
  await expect(page.getByText('This device has a passkey for your account already.')).toBeVisible();
  await changeDevice();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove Phone' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn the password off' }).click();
  await expect(toast(page, 'Password off')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect(page.getByText('Your password is off, so you need two passkeys.')).toBeVisible();

  await page.context().clearCookies();
  await openSignIn(page);
  await submitSignIn(page, collector);
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await signInByPasskey(page);
  await openPortal(page, '/security');
  await page.getByLabel('New password').fill('chosen once more');
  await page.getByRole('button', { name: 'Turn the password on' }).click();
  await expect(toast(page, 'Password on')).toBeVisible();
  await page.context().clearCookies();
  await openSignIn(page);
  await submitSignIn(page, collector, 'chosen once more');
  await expect(page).toHaveURL(/\/customer-portal/);
});

test('the other browser reads why it was signed out @all', async ({ page, signInAs, browser, browserErrors }) => {
  browserErrors.expect(/401|403|404/);
  await plugIn(page);
  await signInAs(sharer);
  const elsewhere = await openElsewhere(browser, place.origin);
  const data = { email: sharer, password };
  await elsewhere.request.post('/api/auth/sign-in/password', { data, headers: { Origin: place.origin } });
  await openPortal(elsewhere);
  await openPortal(page, '/security');
  await addPasskey(page, 'Laptop');
  await expect(toast(page, 'Passkey added')).toContainText('Every other session was signed out.');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/customer-auth/);
  await expect(
    elsewhere.getByText('because the security of your account was changed in another browser'),
  ).toBeVisible();
  await elsewhere.context().close();
});

test('a new staff member enrols a passkey with the code, and opens the desk with it @all', async ({
  page,
  browserErrors,
}) => {
  test.slow();
  // The user is linked to no customer, and the desk is closed at first.
  browserErrors.expect(/403|404/);
  await plugIn(page);
  const { email, name } = staff.enrolling;
  const codes = JSON.parse(await readFile(join(place.folder, secretsFile), 'utf8')) as Record<string, string>;
  await openSignIn(page);
  await submitSignIn(page, email);
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the service desk' }).click();
  await page.getByRole('link', { name: 'Ajouter un second facteur' }).click();
  await page.getByLabel('Name of the passkey').fill('My key');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await add.click();
  await expect(page.getByText('As staff you need an enrolment code')).toBeVisible();
  await page.getByLabel('Enrolment code').fill('aaaa-bbbb-cccc-dddd');
  await add.click();
  await expect(page.getByText('This enrolment code is not right')).toBeVisible();
  await page.getByLabel('Enrolment code').fill(codes[email] ?? '');
  await add.click();
  await expect(toast(page, 'Passkey added')).toContainText('sign out and sign in again with it');
  await expect(page.getByLabel('Enrolment code')).toHaveCount(0);
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Un second facteur est nécessaire' })).toBeVisible();
  await signInByPasskey(page, '?next=%2Fdesk');
  await page.goto('/desk');
  await expect(page.getByRole('navigation', { name: 'Centre de services' })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
});
