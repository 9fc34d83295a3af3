import type { Page } from '@playwright/test';
import { expect, test } from './visitor.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.beforeEach(({ visit }) => visit('/'));

const menuOf = (page: Page) => ({
  toggle: page.getByRole('banner').locator('summary'),
  panel: page.getByRole('navigation', { name: 'Navigation mobile' }),
});

test('it opens and closes by touch and keyboard', async ({ page }) => {
  await test.step('it opens and closes, and offers all that the desktop header offers', async () => {
    const { toggle, panel } = menuOf(page);
    await expect(toggle).toHaveAccessibleName('Menu');
    await expect(panel).toBeHidden();
    await toggle.tap();
    await expect(panel.getByRole('link')).toHaveText([
      'Accueil',
      'Tous les services',
      'Infrastructure',
      'Services managés',
      'Cybersécurité',
      'Cloud Microsoft',
      'Formations',
      'Pourquoi Nous',
      'Partenaires',
      'Contact',
      'Prendre un RDV (nouvel onglet)',
      'Audit Gratuit',
    ]);
    await toggle.tap();
    await expect(panel).toBeHidden();
  });

  await test.step('Escape closes it and gives the focus back', async () => {
    const { toggle, panel } = menuOf(page);
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('link', { name: 'Accueil' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(toggle).toBeFocused();
  });

  await test.step('it closes when the page already shown is chosen', async () => {
    const { toggle, panel } = menuOf(page);
    await toggle.tap();
    await panel.getByRole('link', { name: 'Accueil' }).tap();
    await expect(panel).toBeHidden();
  });
});

test('it closes when a page is selected', async ({ page }) => {
  const { toggle, panel } = menuOf(page);
  await toggle.tap();
  await panel.getByRole('link', { name: 'Formations' }).tap();
  await expect(page).toHaveURL('/formations');
  await expect(panel).toBeHidden();
});

test('a tap beside it closes it', async ({ page }) => {
  const { toggle, panel } = menuOf(page);
  await page.setViewportSize({ width: 390, height: 1200 });
  await toggle.tap();
  await expect(panel).toBeVisible();
  await page.touchscreen.tap(195, 1150);
  await expect(panel).toBeHidden();
});

test('it stays within the screen and scrolls on its own', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  const { toggle, panel: menu } = menuOf(page);
  await toggle.tap();
  const box = await menu.boundingBox();
  expect(box?.x).toBe(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(480);
  const last = menu.getByRole('link', { name: 'Audit Gratuit' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
});
