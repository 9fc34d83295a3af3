import { expectNoViolation } from '../axe.ts';
import type { Page } from '@playwright/test';
import { expect, isReady, test } from './visitor.ts';

const sentence =
  'Nous nous excusons pour la gêne occasionnée. Veuillez rafraîchir la page ou contacter le support si le problème persiste.';

/** The contact page, whose form gets none of its copy and breaks when it is hydrated. */
async function breakContactForm(page: Page) {
  await page.route('**/contact', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(data-island="contact" data-props=")[^"]*/, '$1{}');
    await route.fulfill({ response, body: html });
  });
}

test('a broken part shows the error copy of docs/product.md, and its button reloads the page @all', async ({
  visit,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/./);
  await breakContactForm(page);
  await visit('/contact');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText("Une erreur s'est produite");
  await expect(alert.getByText(sentence, { exact: true })).toBeVisible();
  // The rest of the page is HTML, and stays.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Décrivez votre besoin');
  await expectNoViolation(page, 'error screen');

  await page.unroute('**/contact');
  const loaded = page.waitForEvent('load');
  await alert.getByRole('button', { name: 'Rafraîchir la page' }).click();
  await loaded;
  await isReady(page);
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('button', { name: 'Envoyer le message' })).toBeEnabled();
});

test('from a page with a broken part the rest of the site can still be reached @all', async ({
  visit,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/./);
  await breakContactForm(page);
  await visit('/contact');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pourquoi Nous' }).click();
  await expect(page).toHaveURL('/why-us');
});

test('a screen of the portal that breaks shows the error screen', async ({ page, browserErrors }) => {
  browserErrors.expect(/./);
  // An invalid response: React throws when it renders an object.
  await page.route('**/api/auth/session', (route) =>
    route.fulfill({ json: { user: { id: 'x', email: { not: 'text' } }, session: {} } }),
  );
  await page.goto('/customer-portal');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Une erreur s'est produite");
  await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rafraîchir la page' })).toBeVisible();
});
