import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { expect, linkDialog, test } from './portal-test.ts';

const refusal = (code: string) => JSON.stringify({ error: { code, message: 'Not shown: the site speaks French.' } });
const answers = {
  done: { status: 200, json: { status: 'ok' } },
  expired: { status: 400, body: refusal('invalid_token') },
  tooMany: { status: 429, body: refusal('too_many_requests') },
  away: { status: 503, body: '{}' },
};

/** The server's answers in turn, the last for ever; and what was sent to it. */
async function answerWith(page: Page, door: string, ...given: (keyof typeof answers)[]) {
  const sent: unknown[] = [];
  await page.route(`**/api/auth/${door}`, async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill(answers[given[Math.min(sent.length, given.length) - 1] ?? 'done']);
  });
  return sent;
}

test('a link asks first: nothing is sent before the button, and the address keeps no token', async ({ page }) => {
  const sent = await answerWith(page, 'verify-email', 'done');
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

test('by keyboard alone: Enter confirms, and the next step has the focus', async ({ page }) => {
  const sent = await answerWith(page, 'verify-email', 'done');
  await page.goto('/#verify=abc');
  await expect(page.getByRole('button', { name: 'Confirmer mon adresse' })).toBeFocused();
  await page.keyboard.press('Enter');
  const done = linkDialog(page, 'Adresse e-mail confirmée');
  await expect(done.getByRole('link', { name: 'Me connecter' })).toBeFocused();
  expect(sent).toEqual([{ token: 'abc' }]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/customer-auth');
});

test('a link whose window cannot be fetched says so, and can be tried again', async ({ page, complaints }) => {
  complaints.expect(/Failed to load resource|net::ERR_FAILED/);
  await page.route('**/assets/mail-link-*.js', (route) => route.abort());
  await page.goto('/#verify=abc');
  await expect(page.getByText('Votre lien n’a pas pu être ouvert', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/#verify=abc');
  await page.unroute('**/assets/mail-link-*.js');
  await page.reload();
  await expect(linkDialog(page, 'Confirmez votre adresse e-mail')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a double click sends once', async ({ page }) => {
  const sent = await answerWith(page, 'verify-email', 'done');
  await page.goto('/#verify=abc');
  await page.getByRole('button', { name: 'Confirmer mon adresse' }).dblclick();
  await expect(linkDialog(page, 'Adresse e-mail confirmée')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('what did not reach the server can be tried again', async ({ page, complaints }) => {
  complaints.expect(/429|503/);
  const sent = await answerWith(page, 'confirm-email', 'away', 'tooMany', 'done');
  await page.goto('/#confirm-email=abc');
  const dialog = linkDialog(page, 'Confirmez votre nouvelle adresse e-mail');
  await dialog.getByRole('button', { name: 'Confirmer ma nouvelle adresse' }).click();
  await expect(dialog.getByRole('alert')).toContainText('La confirmation n’a pas abouti.');
  const again = dialog.getByRole('button', { name: 'Réessayer' });
  await expect(again).toBeFocused();
  await again.click();
  await expect(dialog.getByRole('alert')).toContainText('Trop de tentatives');
  await again.click();
  await expect(linkDialog(page, 'Nouvelle adresse confirmée').getByRole('link')).toHaveAttribute(
    'href',
    '/customer-portal?view=security',
  );
  expect(sent).toEqual([{ token: 'abc' }, { token: 'abc' }, { token: 'abc' }]);
});

test('axe finds nothing in what a link asks and says', async ({ page, complaints }) => {
  complaints.expect(/400|503/);
  await answerWith(page, 'verify-email', 'away', 'expired');
  await page.goto('/#verify=abc');
  await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'abouti' })).toBeVisible();
  await expectNoViolation(page, 'asking again', [desktop, tablet, phone]);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(linkDialog(page, 'Ce lien n’est plus valable')).toBeVisible();
  await expectNoViolation(page, 'too old', [phone]);
});
