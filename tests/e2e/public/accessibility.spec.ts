import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, test } from './visitor.ts';

// The pages as they open are in every-page.spec.ts; these are the states that a visitor brings about.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing with the Services menu open', async ({ visit, page }) => {
  await visit('/partners');
  await page.getByRole('button', { name: 'Services' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Tous les services' })).toBeVisible();
  await expectNoViolation(page, 'Services menu', [desktop]);
});

test('axe finds nothing with the mobile menu open', async ({ visit, page }) => {
  await page.setViewportSize(phone);
  await visit('/partners');
  await page.getByRole('banner').locator('summary').click();
  await expectNoViolation(page, 'mobile menu', [phone]);
});

test('axe finds nothing with the cookie dialog open', async ({ visit, page }) => {
  await visit('/politique-cookies');
  await page.getByRole('button', { name: 'Gérer les Cookies' }).click();
  await expectNoViolation(page, 'cookie dialog');
});

test('axe finds nothing with a rejected newsletter email address and its toast', async ({ visit, page }) => {
  await visit('/partners');
  await page.getByRole('contentinfo').getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Erreur')).toBeVisible();
  await expectNoViolation(page, 'newsletter refused');
});

test('axe finds nothing with a form sent', async ({ visit, page }) => {
  await visit('/contact');
  const form = page.getByRole('main').locator('form');
  await form.locator('[name="name"]').fill('Hélène Viggiani');
  await form.locator('[name="company"]').fill('Cabinet Lérinval');
  await form.locator('[name="email"]').fill('h.viggiani@lerinval.example');
  await form.locator('[name="message"]').fill('Bonjour');
  await form.getByRole('button').click();
  await expect(form.getByRole('status')).toBeVisible();
  await expectNoViolation(page, 'contact sent');
});

test('axe finds nothing with a consultation card selected', async ({ visit, page }) => {
  await visit('/schedule-consultation');
  await page.getByRole('radio', { name: 'Cybersécurité' }).check({ force: true });
  await expectNoViolation(page, 'card chosen');
});

test('axe finds nothing with an empty catalogue', async ({ visit, page }) => {
  await visit('/formations?duree=3&domaine=Cybers%C3%A9curit%C3%A9');
  await expect(page.getByRole('table')).toBeHidden();
  await expectNoViolation(page, 'empty catalogue');
});

test('axe finds nothing on the error screen', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/./);
  await page.route('**/contact', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(data-island="contact" data-props=")[^"]*/, '$1{}');
    await route.fulfill({ response, body: html });
  });
  await visit('/contact');
  await expect(page.getByRole('button', { name: 'Rafraîchir la page' })).toBeVisible();
  await expectNoViolation(page, 'error screen');
});
