import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNoViolation(page: Page, state: string): Promise<void> {
  // The pages have no frames, which is all that the slower mode is for.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: tags, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }));
  expect(found, state).toEqual([]);
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Light and dark, on a desktop and on a phone: the same open page in its four clothes. */
async function expectNoViolationAnywhere(page: Page, state: string, sizes = [desktop, phone]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolation(page, `${state}, ${colorScheme}, ${size.width} px`);
    }
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of [...publicPages, '/nowhere']) {
  test(`axe finds nothing on ${path}`, async ({ visit, page, complaints }) => {
    if (path === '/nowhere') complaints.expect(/404/);
    await visit(path);
    for (const details of await page.locator('main details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''));
    }
    await expectNoViolationAnywhere(page, path);
  });
}

test('nor with the Services menu open', async ({ visit, page }) => {
  await visit('/partners');
  await page.getByRole('button', { name: 'Services' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Tous les services' })).toBeVisible();
  await expectNoViolationAnywhere(page, 'Services menu', [desktop]);
});

test('nor with the menu of a phone open', async ({ visit, page }) => {
  await page.setViewportSize(phone);
  await visit('/partners');
  await page.getByRole('banner').locator('summary').click();
  await expectNoViolationAnywhere(page, 'mobile menu', [phone]);
});

test('nor with the cookie dialog open', async ({ visit, page }) => {
  await visit('/politique-cookies');
  await page.getByRole('button', { name: 'Gérer les Cookies' }).click();
  await expectNoViolationAnywhere(page, 'cookie dialog');
});

test('nor with a refused newsletter address and its toast', async ({ visit, page }) => {
  await visit('/partners');
  await page.getByRole('contentinfo').getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Erreur')).toBeVisible();
  await expectNoViolationAnywhere(page, 'newsletter refused');
});

test('nor with a form sent', async ({ visit, page }) => {
  await visit('/contact');
  const form = page.getByRole('main').locator('form');
  await form.locator('[name="name"]').fill('Hélène Viggiani');
  await form.locator('[name="company"]').fill('Cabinet Lérinval');
  await form.locator('[name="email"]').fill('h.viggiani@lerinval.example');
  await form.locator('[name="message"]').fill('Bonjour');
  await form.getByRole('button').click();
  await expect(form.getByRole('status')).toBeVisible();
  await expectNoViolationAnywhere(page, 'contact sent');
});

test('nor with a consultation card chosen', async ({ visit, page }) => {
  await visit('/schedule-consultation');
  await page.getByRole('radio', { name: 'Cybersécurité' }).check({ force: true });
  await expectNoViolationAnywhere(page, 'card chosen');
});

test('nor with an empty catalogue', async ({ visit, page }) => {
  await visit('/formations?duree=3&domaine=Cybers%C3%A9curit%C3%A9');
  await expect(page.getByRole('table')).toBeHidden();
  await expectNoViolationAnywhere(page, 'empty catalogue');
});

test('nor on the error screen', async ({ visit, page, complaints }) => {
  complaints.expect(/./);
  await page.route('**/contact.json', (route) => route.abort());
  await visit('/partners');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Rafraîchir la page' })).toBeVisible();
  await expectNoViolationAnywhere(page, 'error screen');
});
