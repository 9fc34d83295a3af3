import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, test } from './portal-test.ts';
import { supported, users } from './users.ts';

/** What is chosen here must not be stored: other journeys of the same user expect English. */
const keepUnstored = (page: Page) =>
  page.route('**/api/auth/language', (route) => route.fulfill({ json: { language: 'en' } }));

const choose = async (page: Page, language: string) => {
  await page.context().addCookies([{ name: 'language', value: language, url: new URL(page.url()).origin }]);
};

/** Texts with two Latin letters that neither come from copy in the pseudo-language, nor are marked as somebody's own. */
function findUntranslated(): string[] {
  const isOurs = (element: Element | null) =>
    element === null ||
    element.closest('script, style, bdi, time, code, [dir=auto], [dir=ltr], [translate=no]') === null;
  const found: string[] = [];
  const check = (text: string, where: string) => {
    const plain = text
      .replaceAll(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[KMGT]?B\b|\bmin\b/g, '')
      .trim();
    if (/[A-Za-z]{2}/.test(plain) && !/^⟦.*⟧$/s.test(plain)) found.push(`${where}: ${text}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (isOurs(node.parentElement)) check(node.textContent ?? '', node.parentElement?.tagName.toLowerCase() ?? '');
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (isOurs(element))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) check(element.getAttribute(name) ?? '', name);
  return found;
}

const expectTranslated = async (page: Page, where: string) => {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  expect(await page.evaluate(findUntranslated), where).toEqual([]);
};

test('in the pseudo-language every text comes from copy @all', async ({ page, signInAs }) => {
  test.slow();
  await page.goto('/customer-auth');
  await keepUnstored(page);
  await choose(page, 'en-XA');
  for (const view of ['', '?view=sign-up', '?view=forgot', '?view=verify', '#invitation=none', '#reset=none']) {
    await page.goto('about:blank');
    await page.goto(`/customer-auth${view}`);
    await expectTranslated(page, `sign-in ${view}`);
  }
  await signInAs(users.solo);
  await choose(page, 'en-XA');
  for (const path of [
    '',
    '/invoices',
    '/contracts',
    '/payments',
    '/licenses',
    '/support',
    '/account',
    '/security',
    '/people',
    '/payments/statement',
  ]) {
    await page.goto(`/customer-portal${path}`);
    await expectTranslated(page, path);
  }
});

const words = {
  fr: {
    title: 'Espace client',
    signIn: 'Se connecter',
    invoices: 'Factures',
    support: 'Support',
    reply: 'Votre message',
  },
  ar: { title: 'فضاء العملاء', signIn: 'تسجيل الدخول', invoices: 'الفواتير', support: 'الدعم', reply: 'رسالتكم' },
};

for (const [language, { title, invoices, support }] of Object.entries(words))
  test(`sign-in, invoices and a ticket in ${language}`, async ({ page, signInAs }) => {
    await page.goto('/customer-auth');
    await page.getByRole('button', { name: language === 'fr' ? 'Français' : 'العربية' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await expectNoViolation(page, 'sign-in', [phone, desktop]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

    await keepUnstored(page);
    await signInAs(supported.rating.owner);
    await choose(page, language);
    await page.goto('/customer-portal');
    await expect(page).toHaveTitle(new RegExp(title));
    await page.getByRole('tab', { name: invoices }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoViolation(page, 'invoices', [phone, desktop]);
    await page.getByRole('tab', { name: support }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoViolation(page, 'support', [phone, desktop]);
  });

test('a browser that prefers French is offered French, and nothing switches by itself', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'fr-FR' });
  const page = await context.newPage();
  await page.goto('/customer-auth');
  await expect(page.getByRole('heading', { name: 'Customer Portal' })).toBeVisible();
  await page.getByRole('button', { name: 'Passer au français' }).click();
  await expect(page.getByRole('heading', { name: 'Espace client' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Passer au français' })).toHaveCount(0);
  await context.close();
});
