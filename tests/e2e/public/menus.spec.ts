import { desktop, expectNoViolation, phone } from '../axe.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './visitor.ts';

test.describe('the Services menu', () => {
  const entries: [string, string][] = [
    ['Tous les services', '/services'],
    ['Infrastructure', '/services/infrastructure'],
    ['Services managés', '/services/managed-services'],
    ['Cybersécurité', '/services/cybersecurity'],
    ['Cloud Microsoft', '/services/microsoft-cloud'],
    ['Formations', '/formations'],
  ];

  const menuOf = (page: Page) => {
    const navigation = page.getByRole('navigation', { name: 'Navigation principale' });
    return {
      button: navigation.getByRole('button', { name: 'Services' }),
      links: navigation
        .getByRole('listitem')
        .filter({ has: page.getByRole('button') })
        .getByRole('link'),
      link: (index: number) => navigation.getByRole('link', { name: entries.at(index)?.[0] ?? '' }),
    };
  };

  test.beforeEach(({ visit }) => visit('/'));

  test('it opens under the pointer, lists every service, and closes when the pointer leaves @all', async ({ page }) => {
    const menu = menuOf(page);
    await expect(menu.links).toHaveCount(0);
    await menu.button.hover();
    await expect(menu.button).toHaveAttribute('aria-expanded', 'true');
    await expect(menu.links).toHaveCount(entries.length);
    for (const [index, [label, path]] of entries.entries()) {
      await expect(menu.links.nth(index)).toContainText(label);
      await expect(menu.links.nth(index)).toHaveAttribute('href', path);
    }
    await menu.link(-1).hover();
    await expect(menu.link(-1)).toBeVisible();
    await page.mouse.move(5, 700);
    await expect(menu.button).toHaveAttribute('aria-expanded', 'false');
    await expect(menu.links).toHaveCount(0);
  });

  test('a click after the hover does not close it again @all', async ({ page }) => {
    const menu = menuOf(page);
    await menu.button.click();
    await expect(menu.link(0)).toBeVisible();
    await menu.link(3).click();
    await expect(page).toHaveURL('/services/cybersecurity');
    await page.mouse.move(5, 700);
    await expect(menu.links).toHaveCount(0);
  });

  test('it can be used by keyboard', async ({ page }) => {
    await test.step('Enter and Space open and close it', async () => {
      const menu = menuOf(page);
      await menu.button.focus();
      for (const key of ['Enter', 'Space']) {
        await page.keyboard.press(key);
        await expect(menu.link(0)).toBeVisible();
        await page.keyboard.press(key);
        await expect(menu.links).toHaveCount(0);
      }
    });

    await test.step('ArrowDown opens it on its first entry; arrows go round; Escape gives the focus back', async () => {
      const menu = menuOf(page);
      await menu.button.focus();
      await page.keyboard.press('ArrowDown');
      await expect(menu.link(0)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(menu.link(1)).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect(menu.link(-1)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(menu.link(0)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu.button).toBeFocused();
      await expect(menu.links).toHaveCount(0);
    });

    await test.step('Tab goes through its entries and closes it on leaving', async () => {
      const menu = menuOf(page);
      await menu.button.focus();
      await page.keyboard.press('Enter');
      for (let index = 0; index < entries.length; index += 1) {
        await page.keyboard.press('Tab');
        await expect(menu.link(index)).toBeFocused();
      }
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Pourquoi Nous' }).first()).toBeFocused();
      await expect(menu.links).toHaveCount(0);
    });

    await test.step('Enter on an entry goes there and closes it', async () => {
      const menu = menuOf(page);
      await menu.button.focus();
      await page.keyboard.press('ArrowDown');
      await expect(menu.links.first()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/services');
      await expect(menu.links).toHaveCount(0);
      // A new document: the keyboard and a screen reader start at its beginning.
      await expect(page.locator('body')).toBeFocused();
    });
  });

  test('it is marked on the pages it lists and their subpages, and nowhere else @all', async ({ visit, page }) => {
    const { button } = menuOf(page);
    await expect(button).not.toHaveAttribute('data-current');
    for (const path of ['/services', '/services/cybersecurity', '/formations/iso-27001-lead-implementer']) {
      await visit(path);
      await expect(button).toHaveAttribute('data-current');
      await expect(button).toHaveCSS('text-decoration-line', 'underline');
    }
  });

  test('axe finds nothing with it open @all', async ({ page, visit }) => {
    // A page without buttons that the panel would half cover, which axe would find too small.
    await visit('/resources');
    const menu = menuOf(page);
    await menu.button.press('Enter');
    await expect(menu.link(0)).toBeVisible();
    await expectNoViolation(page, 'Services menu', [desktop]);
  });

  test.describe('on a tablet', () => {
    test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

    test('a tap opens it, a second tap closes it, a tap on an entry goes there @all', async ({ page }) => {
      const menu = menuOf(page);
      await menu.button.tap();
      await expect(menu.link(0)).toBeVisible();
      await menu.button.tap();
      await expect(menu.links).toHaveCount(0);
      await menu.button.tap();
      await menu.link(1).tap();
      await expect(page).toHaveURL('/services/infrastructure');
      await expect(menu.links).toHaveCount(0);
    });

    test('a tap beside it closes it @all', async ({ page }) => {
      const menu = menuOf(page);
      await menu.button.tap();
      await expect(menu.link(0)).toBeVisible();
      await page.getByRole('contentinfo').getByText('Tous droits réservés').tap();
      await expect(menu.links).toHaveCount(0);
    });
  });
});

test.describe('the mobile menu', () => {
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
        'Espace client',
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

  test('it closes when a page is selected @all', async ({ page }) => {
    const { toggle, panel } = menuOf(page);
    await toggle.tap();
    await panel.getByRole('link', { name: 'Formations' }).tap();
    await expect(page).toHaveURL('/formations');
    await expect(panel).toBeHidden();
  });

  test('a tap beside it closes it @all', async ({ page }) => {
    const { toggle, panel } = menuOf(page);
    await page.setViewportSize({ width: 390, height: 1200 });
    await toggle.tap();
    await expect(panel).toBeVisible();
    await page.touchscreen.tap(195, 1150);
    await expect(panel).toBeHidden();
  });

  test('it stays within the screen and scrolls on its own @all', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 480 });
    const { toggle, panel: menu } = menuOf(page);
    await toggle.tap();
    const box = await menu.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(480);
    const last = menu.getByRole('link', { name: 'Audit Gratuit' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expectNoViolation(page, 'mobile menu', [phone]);
  });
});
