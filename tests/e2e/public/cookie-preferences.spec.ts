import { expectNoViolation } from '../axe.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './visitor.ts';

const partsOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Vos préférences de cookies' });
  return {
    open: page.getByRole('button', { name: 'Gérer les Cookies' }),
    dialog,
    essential: dialog.getByRole('checkbox', { name: 'Essentiels' }),
    analytics: dialog.getByRole('checkbox', { name: 'Mesure d’audience' }),
    marketing: dialog.getByRole('checkbox', { name: 'Marketing' }),
    button: (name: string) => dialog.getByRole('button', { name }),
  };
};

test.beforeEach(({ visit }) => visit('/politique-cookies'));

test('no cookie is set before a choice or by closing the dialog', async ({ page, context }) => {
  const { open, dialog, essential, analytics, marketing, button } = partsOf(page);
  await open.click();
  await expect(dialog).toBeVisible();
  await expect(essential).toBeChecked();
  await expect(essential).toBeDisabled();
  await expect(analytics).not.toBeChecked();
  await expect(marketing).not.toBeChecked();
  await button('Fermer').click();
  await expect(dialog).toBeHidden();
  expect(await context.cookies()).toEqual([]);
});

const choices = [
  { name: 'Tout refuser', value: 'analytics:0.marketing:0', analytics: false, marketing: false },
  { name: 'Tout accepter', value: 'analytics:1.marketing:1', analytics: true, marketing: true },
];

for (const choice of choices) {
  test(`« ${choice.name} » is one click, stored for six months in one first-party cookie`, async ({
    page,
    context,
    baseURL,
  }) => {
    const { open, dialog, analytics, marketing, button } = partsOf(page);
    await open.click();
    await button(choice.name).click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText('Préférences enregistrées'),
    ).toBeVisible();
    const cookies = await context.cookies();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({
      name: 'cookie-preferences',
      value: choice.value,
      domain: new URL(baseURL ?? '').hostname,
      path: '/',
      sameSite: 'Lax',
    });
    const days = ((cookies[0]?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(180);
    expect(days).toBeLessThan(184);

    await page.reload();
    await open.click();
    await expect(analytics).toBeChecked({ checked: choice.analytics });
    await expect(marketing).toBeChecked({ checked: choice.marketing });
  });
}

test('inside the dialog: refusing is as easy as accepting, and the keyboard stays @all', async ({ page }) => {
  await test.step('refusing is as easy to see and to hit as accepting', async () => {
    const { open, button } = partsOf(page);
    await open.click();
    const [refuse, accept] = await Promise.all([
      button('Tout refuser').boundingBox(),
      button('Tout accepter').boundingBox(),
    ]);
    expect(refuse?.width).toBe(accept?.width);
    expect(refuse?.height).toBe(accept?.height);
    const styleOf = (name: string) =>
      button(name).evaluate((element) => {
        const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(element);
        return { color, backgroundColor, borderColor, fontWeight };
      });
    await page.mouse.move(0, 0);
    await expect
      .poll(async () => JSON.stringify(await styleOf('Tout refuser')))
      .toBe(JSON.stringify(await styleOf('Tout accepter')));
  });

  await test.step('the keyboard stays inside the open dialog', async () => {
    const { dialog } = partsOf(page);
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await dialog.evaluate(
        (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
      );
      expect(isOutside).toBe(false);
    }
  });

  await expectNoViolation(page, 'cookie dialog');
});

test('the dialog is loaded by the first click, and not before @all', async ({ page, pressTabTo }) => {
  const { open, dialog } = partsOf(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(...(request.resourceType() === 'script' ? [request.url()] : [])));
  await open.hover();
  await pressTabTo(open);
  await expect(page.locator('html')).toHaveAttribute('data-all-rendered', '');
  expect(scripts).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
});

test('a click before any script arrives opens the dialog once it has @all', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/public-.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/politique-cookies', { waitUntil: 'domcontentloaded' });
  const { open, dialog } = partsOf(page);
  await open.click();
  release();
  await expect(dialog).toBeVisible();
});

test('a dialog whose script cannot be loaded says so, and the next click tries again @all', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to fetch|ERR_FAILED/);
  const { open, dialog } = partsOf(page);
  const code = /assets\/cookie-preferences-.*\.js/;
  let isBroken = true;
  await page.route(code, (route) => (isBroken ? route.abort() : route.continue()));
  await open.click();
  const failure = page.getByRole('alert').getByText('Ce choix a besoin de JavaScript.');
  await expect(failure).toBeVisible();
  isBroken = false;
  await open.click();
  await expect(dialog).toBeVisible();
  await expect(failure).toBeHidden();
});

test('one kind can be chosen, and changed again at any time @all', async ({ page, context }) => {
  const { open, dialog, analytics, marketing, button } = partsOf(page);
  const value = async () => (await context.cookies()).map((cookie) => cookie.value);
  await open.click();
  await analytics.check();
  await button('Enregistrer mes choix').click();
  await expect(dialog).toBeHidden();
  expect(await value()).toEqual(['analytics:1.marketing:0']);
  await open.click();
  await expect(analytics).toBeChecked();
  await analytics.uncheck();
  await marketing.check();
  await button('Enregistrer mes choix').click();
  await expect(dialog).toBeHidden();
  expect(await value()).toEqual(['analytics:0.marketing:1']);
});

test('Escape closes the dialog, stores nothing, and returns the focus to the button @all', async ({
  page,
  context,
  pressTabTo,
}) => {
  const { open, dialog, analytics } = partsOf(page);
  await pressTabTo(open);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await analytics.check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  expect(await context.cookies()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(analytics).not.toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every button of the dialog is in view @all', async ({ page }) => {
    const { open, button } = partsOf(page);
    await open.click();
    for (const name of ['Fermer', 'Tout refuser', 'Tout accepter', 'Enregistrer mes choix']) {
      await expect(button(name)).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 320, height: 480 });
    await expect(button('Enregistrer mes choix')).toBeInViewport({ ratio: 1 });
  });

  test('the tables of the policy name the column of each value @all', async ({ page }) => {
    const cell = page.getByRole('article').locator('td', { hasText: '26\u00a0mois au plus' });
    expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"Durée maximale"');
  });
});
