import type { Page } from '@playwright/test';
import { expect, person, test, watchForm } from './visitor.ts';

/** Holds back every request that matches until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const react = /assets\/vendor-.*\.js/;
const entry = /assets\/public-.*\.js/;
const newsletter = (page: Page) => page.getByRole('contentinfo').locator('form');

test('text typed before hydration is preserved, and so is the focus', async ({ page }) => {
  const release = await hold(page, react);
  await page.goto('/contact');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Nom et prénom').fill(person.name);
  await form.getByLabel('Entreprise').fill(person.company);
  await form.getByLabel('Sujet de la demande').selectOption('managed');
  await form.getByLabel('E-mail professionnel').fill(person.email);
  await form.getByLabel('Message').fill('Bonjour');
  await expect(form.getByRole('button', { name: 'Envoyer' })).toBeDisabled();
  release();
  await expect(form.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  await expect(form.getByLabel('Message')).toBeFocused();
  const { lines } = watchForm(page, 'contact');
  await form.getByRole('button', { name: 'Envoyer' }).click();
  await expect(form.getByRole('status')).toBeVisible();
  expect(lines).toEqual([{ ...person, phone: '', service: 'managed', message: 'Bonjour' }]);
});

test('a checkbox ticked before hydration counts @all', async ({ page }) => {
  const release = await hold(page, react);
  await page.goto('/free-audit');
  await page.getByRole('checkbox').check();
  release();
  await expect(page.getByRole('button', { name: 'Demander mon audit' })).toBeEnabled();
  await expect(page.getByRole('checkbox')).toBeChecked();
});

for (const [what, pattern] of [
  ['React', react],
  ['any script', entry],
] as const) {
  test(`the newsletter form cannot be submitted before ${what} arrives, and keeps what was typed`, async ({ page }) => {
    const release = await hold(page, pattern);
    // The page is not loaded before the held script is.
    await page.goto('/partners', { waitUntil: 'domcontentloaded' });
    const field = newsletter(page).getByLabel(/Votre adresse e.mail/);
    await field.fill('prenom@entreprise.fr');
    await expect(newsletter(page).getByRole('button')).toBeDisabled();
    await field.press('Enter');
    await expect(page).toHaveURL('/partners');
    release();
    await expect(newsletter(page).getByRole('button')).toBeEnabled();
    await field.press('Enter');
    await expect(newsletter(page).getByRole('status')).toContainText('Inscription réussie');
    await expect(page).toHaveURL('/partners');
  });
}

const notice = (page: Page) => newsletter(page).getByText('L’inscription a besoin de JavaScript', { exact: false });

test('a page whose script cannot be loaded says why its form does not work @all', async ({ page, browserErrors }) => {
  browserErrors.expect(/Failed to load|ERR_FAILED/);
  await page.route(entry, (route) => route.abort());
  await page.goto('/partners');
  await expect(notice(page)).toBeVisible();
});

test('an island whose code cannot be loaded says so until it works', async ({
  visit,
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to fetch|ERR_INTERNET_DISCONNECTED/);
  await visit('/partners');
  await page.waitForLoadState('networkidle');
  await expect(notice(page)).toBeHidden();
  await context.setOffline(true);
  await newsletter(page)
    .getByLabel(/Votre adresse e.mail/)
    .focus();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(newsletter(page).getByRole('button')).toBeEnabled();
  await expect(notice(page)).toBeHidden();
});

test('an island whose code cannot be loaded retries at the next interaction @all', async ({
  visit,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to fetch|ERR_FAILED/);
  const isNewsletter = /assets\/newsletter-form-.*\.js/;
  // Not `unroute`, which also ends requests for the code that the form shares with others.
  let isBroken = true;
  await page.route(isNewsletter, (route) => (isBroken ? route.abort() : route.continue()));
  await visit('/partners');
  const failed = page.waitForEvent('requestfailed');
  const field = newsletter(page).getByLabel(/Votre adresse e.mail/);
  await field.focus();
  await failed;
  isBroken = false;
  await page.getByRole('contentinfo').getByRole('link').first().focus();
  await field.fill('prenom');
  await expect(newsletter(page).getByRole('button')).toBeEnabled();
  await field.press('Enter');
  await expect(newsletter(page).getByText('Veuillez entrer une adresse email valide')).toBeVisible();
});

test('a form far below is not hydrated before it is near the viewport', async ({ visit, page }) => {
  await visit('/');
  const island = page.locator('[data-island=checklist]');
  await page.waitForLoadState('networkidle');
  await expect(island).not.toHaveAttribute('data-ready');
  await island.scrollIntoViewIfNeeded();
  await expect(island).toHaveAttribute('data-ready', '');
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the Services menu opens for the keyboard', async ({ page }) => {
    await page.goto('/');
    const link = page
      .getByRole('navigation', { name: 'Navigation principale' })
      .getByRole('link', { name: 'Cybersécurité' });
    await expect(link).toBeHidden();
    await page.getByRole('button', { name: 'Services' }).focus();
    await expect(link).toBeVisible();
    await link.click();
    await expect(page).toHaveURL('/services/cybersecurity');
  });

  test('the questions of the contact page open @all', async ({ page }) => {
    await page.goto('/contact');
    const question = page.locator('details', { hasText: 'Sous quel délai me répondrez\u2011vous' });
    await question.locator('summary').click();
    await expect(question.getByText('Dans les 24 heures', { exact: false })).toBeVisible();
  });

  test('a course shows all its days on a desktop and collapses them on a phone', async ({ page }) => {
    await page.goto('/formations/iso-27001-lead-implementer');
    const points = page.locator('#programme li li');
    await expect(points.last()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(points.first()).toBeVisible();
    await expect(points.last()).toBeHidden();
    await page.locator('#jour-5 summary').click();
    await expect(points.last()).toBeVisible();
  });

  test('the catalogue is the full list @all', async ({ reader: page }) => {
    await page.goto('/formations?duree=3');
    await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(10);
    await expect(page.getByRole('button', { name: '3 jours' })).toBeHidden();
  });

  test('the newsletter cannot be sent, and says what to do instead @all', async ({ reader: page }) => {
    await page.goto('/partners');
    const field = newsletter(page).getByLabel(/Votre adresse e.mail/);
    await field.fill('j@a.fr');
    await expect(newsletter(page).getByRole('button')).toBeDisabled();
    await field.press('Enter');
    await expect(page).toHaveURL('/partners');
    await expect(notice(page)).toContainText('contact@rempart-azur.example');
    await expect(notice(page)).toBeVisible();
  });

  test('cookies, sign-in and the portal say that they need it', async ({ reader: page }) => {
    await page.goto('/politique-cookies');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Ce choix a besoin de JavaScript');
    for (const path of ['/customer-auth', '/customer-portal']) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toContainText('The customer portal needs JavaScript');
    }
    await page.goto('/desk');
    await expect(page.getByRole('alert')).toContainText('Cette page a besoin de JavaScript');
  });

  for (const path of ['/', '/contact', '/free-audit', '/schedule-consultation']) {
    test(`the form of ${path} cannot be sent, and says what to do instead`, async ({ reader: page }) => {
      await page.goto(path);
      const form = page.getByRole('main').locator('form');
      await expect(form.getByRole('button')).toBeDisabled();
      const advice = form.getByRole('alert');
      await expect(advice).toBeVisible();
      await expect(advice).toContainText('appelez\u2011nous ou écrivez\u2011nous');
      await expect(advice).toContainText('+33 4 65 71 00 06');
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
