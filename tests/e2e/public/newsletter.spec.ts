import { expectNoViolation } from '../axe.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './visitor.ts';

const partsOf = (page: Page) => {
  const form = page.getByRole('contentinfo').locator('form');
  return {
    form,
    field: form.getByLabel(/Votre adresse e.mail/),
    button: form.getByRole('button'),
    toasts: page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
    announcement: page.getByRole('status'),
    confirmation: form.getByRole('status'),
  };
};

test.beforeEach(async ({ visit, page }) => {
  await visit('/partners');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-island=newsletter]')).toHaveAttribute('data-ready', '');
});

const invalidEmails = [
  { what: 'an empty field', typed: '', words: 'Veuillez entrer votre adresse email' },
  { what: 'no @', typed: 'prenom.entreprise.fr', words: 'Veuillez entrer une adresse email valide' },
  { what: 'a domain without a dot', typed: 'prenom@entreprise', words: 'Veuillez entrer une adresse email valide' },
  { what: 'a blank in the middle', typed: 'pre nom@entreprise.fr', words: 'Veuillez entrer une adresse email valide' },
];

test('an invalid email address is rejected in a toast and beside the field @all', async ({ page }) => {
  const { form, field, button, toasts, announcement } = partsOf(page);
  for (const { what, typed, words } of invalidEmails) {
    await test.step(what, async () => {
      await field.fill(typed);
      await button.click();
      await expect(toasts).toHaveCount(1);
      await expect(toasts.getByText('Erreur', { exact: true })).toBeVisible();
      await expect(toasts.getByText(words, { exact: true })).toBeVisible();
      await expect(announcement.filter({ hasText: words })).toBeAttached();
      // The toast goes; what the reader must act on stays with the field.
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(words);
      await toasts.getByRole('button', { name: 'Fermer' }).click();
      await expect(toasts).toHaveCount(0);
      await expect(form.getByText(words)).toBeVisible();
      await field.fill('a');
      await expect(form.getByText(words)).toBeHidden();
      // The live region is cleared, so that the next error is announced.
      await expect(announcement.filter({ hasText: words })).toHaveCount(0);
    });
  }
  await button.click();
  await expect(toasts).toHaveCount(1);
  await expectNoViolation(page, 'invalid email address');
});

test('a valid email address is accepted: the button is busy, then the field is cleared, with the copy of docs/product.md', async ({
  page,
}) => {
  const { field, button, toasts, announcement, confirmation } = partsOf(page);
  const lines: string[] = [];
  page.on('console', (message) => message.type() === 'info' && lines.push(message.text()));
  await page.clock.install();
  await expect(button).toHaveText('S’inscrire');
  await field.fill('prenom@entreprise.fr');
  await page.clock.pauseAt(Date.now() + 60_000);
  await button.click();
  // The clock is paused during the one-second delay of product §9.
  await expect(button).toHaveText('Inscription...');
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect(toasts.getByText('Inscription réussie', { exact: true })).toBeVisible();
  await expect(toasts.getByText('Merci de votre inscription à notre newsletter.', { exact: true })).toBeVisible();
  await expect(announcement.filter({ hasText: 'Inscription réussie' }).first()).toBeAttached();
  // The toast goes; the form still says it.
  await expect(confirmation).toHaveText('Inscription réussie. Merci de votre inscription à notre newsletter.');
  await expect(field).toHaveValue('');
  await expect(field).toBeEnabled();
  await expect(button).toHaveText('S’inscrire');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('newsletter');
  expect(lines[0]).toContain('prenom@entreprise.fr');
});

test('an error toast does not outlive its correction @all', async ({ page }) => {
  const { field, button, toasts } = partsOf(page);
  await button.click();
  await field.fill('abc');
  await button.click();
  await expect(toasts).toHaveCount(1);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await field.fill('prenom@entreprise.fr');
  await button.click();
  // The clock is paused during the simulated delay.
  await expect(toasts).toHaveCount(0);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect(toasts).toHaveCount(1);
  await expect(toasts.getByText('Inscription réussie', { exact: true })).toBeVisible();
});

test('a double click subscribes once, and nothing leaves the browser @all', async ({ page }) => {
  const { field, button, toasts } = partsOf(page);
  const lines: string[] = [];
  page.on('console', (message) => message.type() === 'info' && lines.push(message.text()));
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.url().includes('entreprise')) calls.push(request.url());
  });
  await field.fill('prenom@entreprise.fr');
  await button.dblclick();
  await expect(toasts).toHaveCount(1);
  await expect(button).toHaveText('S’inscrire');
  expect(lines).toHaveLength(1);
  expect(calls).toEqual([]);
});

test('its notice asks for consent, names the company and links the privacy policy @all', async ({ page }) => {
  const { form } = partsOf(page);
  await expect(form).toContainText('Avec votre consentement, Rempart Azur utilise votre adresse');
  await form.getByRole('link', { name: 'politique de confidentialité' }).click();
  await expect(page).toHaveURL('/politique-confidentialite');
});

test('it works by keyboard alone @all', async ({ page, pressTabTo }) => {
  const { field, toasts } = partsOf(page);
  await pressTabTo(field);
  await page.keyboard.type('prenom@entreprise.fr');
  await page.keyboard.press('Enter');
  await expect(toasts.getByText('Inscription réussie', { exact: true })).toBeVisible();
});

test('success is shown even if the toast code cannot be loaded @all', async ({ page, browserErrors }) => {
  const { field, button, confirmation } = partsOf(page);
  browserErrors.expect(/ERR_FAILED|Failed to fetch/);
  await page.route(/assets\/toaster-/, (route) => route.abort());
  await field.fill('prenom@entreprise.fr');
  await button.click();
  await expect(confirmation).toHaveText('Inscription réussie. Merci de votre inscription à notre newsletter.');
  await field.fill('a');
  await expect(confirmation).toBeEmpty();
});

test('toasts are loaded when the form gets the focus, and work offline afterwards @all', async ({ page, context }) => {
  const { field, button, toasts } = partsOf(page);
  const fetched = page.waitForResponse((response) => response.url().includes('toaster'));
  await field.focus();
  await (await fetched).finished();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await field.fill('prenom@entreprise.fr');
  await button.click();
  await expect(toasts.getByText('Inscription réussie', { exact: true })).toBeVisible();
});
