import type { Page } from '@playwright/test';
import { expect, test } from './portal-test.ts';
import { guarded, users } from './users.ts';

/** The operator offers the pseudo-language, in which every text of ours is in brackets. */
async function usePseudoLanguage(page: Page, origin: string) {
  await page.route(/\/customer-(?:auth|portal)/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('data-languages="en,fr,ar"', 'data-languages="en,en-XA"') });
  });
  await page.context().addCookies([{ name: 'language', value: 'en-XA', url: origin }]);
}

/** Words that neither come from copy nor are marked as data. */
function findUntranslated(): string[] {
  const data =
    'script, style, template, noscript, bdi, time, code, [dir=auto], [dir=ltr]:not(html), [translate=no], [lang]:not(html), select[name=language]';
  const found: string[] = [];
  const check = (element: Element | null, text: string | null) => {
    if (element?.closest(data) !== null || text === null) return;
    // Dates, sizes, and our name.
    const words = text
      .replaceAll(/⟦.*?⟧/gs, '')
      .replaceAll(
        /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|[KM]?B|Rempart Azur|in \d+ days|\d+ days ago)\b/g,
        '',
      );
    if (/\p{L}{2}/u.test(words)) found.push(text.trim());
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) check(node.parentElement, node.textContent);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
    for (const element of document.body.querySelectorAll(`[${name}]`)) check(element, element.getAttribute(name));
  // A record's page is named after it.
  check(document.body, document.title.split(' – ').slice(-2).join());
  return found;
}

async function expectTranslated(page: Page, where: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect.soft(await page.evaluate(findUntranslated), where).toEqual([]);
}

test('no text of the portal is outside of its copy @all', async ({ page, signInAs, baseURL, browserErrors }) => {
  test.slow();
  // A link without a token, and users without a customer.
  browserErrors.expect(/400|404/);
  const origin = baseURL ?? '';
  await usePseudoLanguage(page, origin);
  for (const view of ['', '?view=sign-up', '?view=forgot', '?view=verify', '#invitation=none']) {
    await page.goto('about:blank');
    await page.goto(`/customer-auth${view}`);
    await expectTranslated(page, `sign-in ${view}`);
  }

  await page.evaluate(() => document.body.append('Forgotten'));
  expect(await page.evaluate(findUntranslated)).toEqual(['Forgotten']);

  await signInAs(users.claire);
  await usePseudoLanguage(page, origin);
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
  ]) {
    await page.goto(`/customer-portal${path}`);
    await expectTranslated(page, path);
    // Longer words than any language of ours has.
    await page.setViewportSize({ width: 390, height: 844 });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect.soft(scrollWidth, `the width of ${path}`).toBe(clientWidth);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  for (const list of ['invoices', 'contracts', 'licenses', 'support']) {
    await page.goto(`/customer-portal/${list}`);
    await page.getByRole('tabpanel').locator('tbody tr[aria-rowindex] a').first().click();
    await expect(page).toHaveURL(new RegExp(`/${list}/.`));
    await expectTranslated(page, `one of ${list}`);
  }
  await page.goto('/customer-portal/payments/statement');
  await expectTranslated(page, 'statement');
  await page.goto('/customer-portal/support');
  await page.getByRole('tabpanel').getByRole('button', { name: '⟦Ñéŵ Ţíçķéţ' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expectTranslated(page, 'an empty ticket');

  for (const user of [users.nora, users.uma, guarded[0] ?? '']) {
    await signInAs(user);
    await usePseudoLanguage(page, origin);
    await page.goto('/customer-portal');
    await expectTranslated(page, `the portal of ${user}`);
    await page.goto('/customer-portal/support');
    await expectTranslated(page, `the tickets of ${user}`);
  }
});
