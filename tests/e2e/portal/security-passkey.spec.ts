import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent, freePort } from '../../../scripts/lib/processes.ts';
import { users } from './users.ts';
import { expect, openPortal, openSignIn, test, toast } from './portal-test.ts';

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
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs: nothing, here
  baseURL: async ({}, use) => use(place.origin),
});

test('a passkey is created, signs in, confirms, and is removed', async ({ page, signInAs, browserErrors }) => {
  test.slow();
  browserErrors.expect(/403/);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await signInAs(users.claire);
  await openPortal(page, '/security');
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove My laptop' })).toBeVisible();

  await page.context().clearCookies();
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
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
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
});
