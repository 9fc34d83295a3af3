import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { guarded } from './users.ts';
import { expect, linkDialog, openPortal, openSignIn, test, toast, submitSignIn } from './portal-test.ts';

test.use({ locale: 'fr-FR' });

const errorBody = (code: string) => JSON.stringify({ error: { code, message: 'Not shown: the site is in French.' } });
const responses = {
  done: { status: 200, json: { status: 'ok' } },
  expired: { status: 400, body: errorBody('invalid_token') },
  tooMany: { status: 429, body: errorBody('too_many_requests') },
  away: { status: 503, body: '{}' },
};

/** Mocks the server's responses in turn, the last one repeatedly; collects the requests. */
async function respondWith(page: Page, action: string, ...given: (keyof typeof responses)[]) {
  const sent: unknown[] = [];
  await page.route(`**/api/auth/${action}`, async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill(responses[given[Math.min(sent.length, given.length) - 1] ?? 'done']);
  });
  return sent;
}

test('a link asks for confirmation: nothing is sent before that, and the token is removed from the URL', async ({
  page,
}) => {
  const sent = await respondWith(page, 'email/verify', 'done');
  await page.goto('/#verify=abc.def-_');
  const dialog = linkDialog(page, 'Confirmez votre adresse e-mail');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => JSON.stringify([history.state, sessionStorage]))).not.toContain('abc.def');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await expect(dialog).toBeHidden();

  // In the page that is open already, and the same one again.
  await page.goto('/#verify=abc.def-_');
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await page.goto('/#verify=abc.def-_');
  await expect(dialog).toBeVisible();
  expect(sent).toEqual([]);
});

test('Enter confirms, and the next step gets the focus @all', async ({ page }) => {
  const sent = await respondWith(page, 'email/verify', 'done');
  await page.goto('/#verify=abc');
  await expect(page.getByRole('dialog').getByLabel('Mot de passe')).toBeFocused();
  await page.keyboard.type('my password');
  await page.keyboard.press('Enter');
  const done = linkDialog(page, 'Adresse e-mail confirmée');
  await expect(done.getByRole('link', { name: 'Me connecter' })).toBeFocused();
  expect(sent).toEqual([{ token: 'abc', password: 'my password' }]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/customer-auth');
});

test('a link whose dialog cannot be loaded says so and can be retried @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/Failed to load resource|net::ERR_FAILED/);
  await page.route('**/assets/mail-link-*.js', (route) => route.abort());
  await page.goto('/#verify=abc');
  await expect(page.getByText('Votre lien n’a pas pu être ouvert', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/#verify=abc');
  await page.unroute('**/assets/mail-link-*.js');
  await page.reload();
  await expect(linkDialog(page, 'Confirmez votre adresse e-mail')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a double click submits once @all', async ({ page }) => {
  const sent = await respondWith(page, 'email/verify', 'done');
  await page.goto('/#verify=abc');
  await page.getByRole('dialog').getByLabel('Mot de passe').fill('my password');
  await page.getByRole('button', { name: 'Confirmer mon adresse' }).dblclick();
  await expect(linkDialog(page, 'Adresse e-mail confirmée')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a request that did not reach the server can be retried @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/429|503/);
  const sent = await respondWith(page, 'email/confirm', 'away', 'tooMany', 'done');
  await page.goto('/#confirm-email=abc');
  const dialog = linkDialog(page, 'Confirmez votre nouvelle adresse e-mail');
  await dialog.getByRole('button', { name: 'Confirmer ma nouvelle adresse' }).click();
  await expect(dialog.getByRole('alert')).toContainText('L’opération n’a pas abouti.');
  const again = dialog.getByRole('button', { name: 'Réessayer' });
  await expect(again).toBeFocused();
  await again.click();
  await expect(dialog.getByRole('alert')).toContainText('Trop de tentatives');
  await again.click();
  await expect(linkDialog(page, 'Nouvelle adresse confirmée').getByRole('link')).toHaveAttribute(
    'href',
    '/customer-portal/security',
  );
  expect(sent).toEqual([{ token: 'abc' }, { token: 'abc' }, { token: 'abc' }]);
});

test('axe finds nothing in the dialogs of links @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/400|503/);
  await respondWith(page, 'email/verify', 'away', 'expired');
  await page.goto('/#verify=abc');
  await page.getByRole('dialog').getByLabel('Mot de passe').fill('my password');
  await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'abouti' })).toBeVisible();
  await expectNoViolation(page, 'asking again', [desktop, tablet, phone]);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(linkDialog(page, 'Ce lien n’est plus valable')).toBeVisible();
  await expectNoViolation(page, 'too old', [phone]);
});

for (const { kind, asks, action, done } of [
  {
    kind: 'cancel-email',
    asks: /^Annuler le changement d’adresse/,
    action: 'Annuler et verrouiller mon compte',
    done: 'Changement annulé, compte verrouillé',
  },
  {
    kind: 'revert-email',
    asks: /^Rétablir votre adresse e.mail/,
    action: 'Rétablir mon adresse',
    done: 'Adresse rétablie, compte verrouillé',
  },
]) {
  test(`the ${kind} link asks first, then locks the account and leads to a new password @all`, async ({ page }) => {
    const sent = await respondWith(page, 'email/undo', 'done');
    await page.goto(`/#${kind}=abc`);
    const dialog = page.getByRole('dialog', { name: asks });
    await expect(dialog.getByRole('button', { name: action })).toBeFocused();
    await expect(page).toHaveURL('/');
    await expectNoViolation(page, kind, [phone]);
    expect(sent).toEqual([]);
    await page.keyboard.press('Enter');
    const next = linkDialog(page, done).getByRole('link', { name: 'Demander un nouveau mot de passe' });
    await expect(next).toBeFocused();
    expect(sent).toEqual([{ token: 'abc' }]);
    await next.click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  });

  test(`the ${kind} link says when it is no longer valid @all`, async ({ page, browserErrors }) => {
    browserErrors.expect(/400/);
    await respondWith(page, 'email/undo', 'expired');
    await page.goto(`/#${kind}=abc`);
    await page.getByRole('button', { name: action }).click();
    const contact = linkDialog(page, 'Ce lien n’est plus valable').getByRole('link', { name: 'Nous contacter' });
    await expect(contact).toHaveAttribute('href', '/contact');
  });
}

test('a change of email address is reverted through the mail to the old one @all', async ({
  page,
  signInAs,
  linkMailedTo,
  baseURL,
  browserErrors,
}) => {
  browserErrors.expect(/40[14]/);
  const mover = guarded[6] ?? '';
  const away = `away-${new URL(baseURL ?? '').port}@security.example`;
  await signInAs(mover);
  await openPortal(page, '/security');
  await page.getByLabel('New email address').fill(away);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`A link is on its way to ${away}.`, { exact: false })).toBeVisible();
  await page.goto(await linkMailedTo(away, /http:\/\/[^\s"<>]+\/#confirm-email=[\w-]+/));
  await page.getByRole('button', { name: 'Confirmer ma nouvelle adresse' }).click();
  await expect(linkDialog(page, 'Nouvelle adresse confirmée')).toBeVisible();

  await page.goto(await linkMailedTo(mover, /http:\/\/[^\s"<>]+\/#revert-email=[\w-]+/));
  await page.getByRole('button', { name: 'Rétablir mon adresse' }).click();
  await expect(linkDialog(page, 'Adresse rétablie, compte verrouillé')).toBeVisible();
  await openSignIn(page);
  await submitSignIn(page, mover);
  await expect(toast(page, 'Sign In Failed')).toContainText('Invalid email or password');
});

test('a reset offers to remove passkeys, and an invitation asks for the first password @all', async ({ page }) => {
  const email = 'claire@cabinet.example';
  let link = { email, isFirst: false, passkeys: 2 };
  await page.route('**/api/auth/password/read-reset-link', (route) => route.fulfill({ json: link }));
  const sent = await respondWith(page, 'password/reset', 'done');
  await page.goto('/customer-auth#reset=abc');
  await page.getByLabel('Also remove my 2 passkeys').check();
  await page.getByRole('textbox', { name: 'New password' }).fill('my new words');
  await expectNoViolation(page, 'reset', [desktop, phone]);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();
  expect(sent).toEqual([{ token: 'abc', newPassword: 'my new words', removePasskeys: true }]);

  link = { email, isFirst: true, passkeys: 0 };
  await page.goto('about:blank');
  await page.goto('/customer-auth#reset=def');
  await expect(page.getByRole('heading', { name: 'Choose a password for your account' })).toBeVisible();
  await expect(page.getByText('signs you out')).toBeHidden();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('my first words');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(toast(page, 'Password saved')).toBeVisible();
  await expect(page).toHaveURL('/customer-auth');
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test.describe('in an English browser', () => {
  test.use({ locale: 'en-GB' });

  test('the dialog speaks the language of the mail @all', async ({ page }) => {
    await respondWith(page, 'email/verify', 'done');
    await page.goto('/#verify=abc');
    const dialog = linkDialog(page, 'Confirm your email address');
    await dialog.getByLabel('Password').fill('my password');
    await dialog.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(linkDialog(page, 'Email address confirmed').getByRole('link', { name: 'Sign in' })).toBeFocused();
    await expect(page.locator('[lang=en]').getByRole('dialog')).toBeVisible();
  });
});
