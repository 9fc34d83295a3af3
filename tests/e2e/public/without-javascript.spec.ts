import { expect, test } from './visitor.ts';

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the Services menu opens for the keyboard', async ({ page }) => {
    await page.goto('/');
    const entry = page
      .getByRole('navigation', { name: 'Navigation principale' })
      .getByRole('link', { name: 'Cybersécurité' });
    await expect(entry).toBeHidden();
    await page.getByRole('button', { name: 'Services' }).focus();
    await expect(entry).toBeVisible();
    await entry.click();
    await expect(page).toHaveURL('/services/cybersecurity');
  });

  test('the questions of the contact page open', async ({ page }) => {
    await page.goto('/contact');
    const question = page.locator('details', { hasText: 'Sous quel délai me répondrez-vous' });
    await question.locator('summary').click();
    await expect(question.getByText('Dans les 24 heures', { exact: false })).toBeVisible();
  });

  test('the catalogue is the full list', async ({ reader: page }) => {
    await page.goto('/formations?duree=3');
    await expect(page.getByRole('row')).toHaveCount(11);
  });

  for (const path of ['/', '/contact', '/free-audit', '/schedule-consultation']) {
    test(`the form of ${path} cannot be sent, and says what to do instead`, async ({ reader: page }) => {
      await page.goto(path);
      const form = page.getByRole('main').locator('form');
      await expect(form.getByRole('button')).toBeDisabled();
      const advice = form.locator('noscript > p');
      await expect(advice).toBeVisible();
      await expect(advice).toContainText('appelez-nous ou écrivez-nous');
    });
  }
});

test.describe('on a phone with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the menu opens and its links work', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').locator('summary').tap();
    await page.getByRole('navigation', { name: 'Navigation mobile' }).getByRole('link', { name: 'Partenaires' }).tap();
    await expect(page).toHaveURL('/partners');
  });
});
