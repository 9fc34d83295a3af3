import { chromium, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../../scripts/lib/chromium.ts';
import { expect, isReady, test } from './visitor.ts';

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const linkHints = (page: Page) =>
  page
    .locator('link[rel=prefetch]')
    .evaluateAll((hints) => hints.map((hint) => new URL((hint as HTMLLinkElement).href).pathname));

test('a first load requests at most eight files, and none of them is React', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  await isReady(page);
  await page.waitForLoadState('networkidle');
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(8);
  expect(requested.filter((path) => /vendor|router|portal/.test(path))).toEqual([]);
});

test('a link loads a document with its own head and structured data', async ({ visit, page }) => {
  await visit('/partners');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await footerLink(page, 'Contact').click();
  await expect(page).toHaveURL('/contact');
  await expect(page).toHaveTitle(/^Contact/);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/contact$/);
  expect(await page.locator('script[type="application/ld+json"]').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false);
});

interface NotRestored {
  type: 'SupportPending' | 'PageSupportNeeded' | 'Circumstantial';
  reason: string;
}

/** Leaves the page by a link and goes back: an empty list if it came out of the cache, or why the browser loaded it again. */
async function leaveAndReturn(page: Page, path: string, link: string): Promise<NotRestored[]> {
  await page.goto(path);
  await isReady(page);
  await page.waitForLoadState('networkidle');
  const next = new URL((await footerLink(page, link).getAttribute('href')) ?? '', page.url()).pathname;
  await footerLink(page, link).click();
  await page.waitForURL(`**${next}`);
  const session = await page.context().newCDPSession(page);
  const outcome = new Promise<NotRestored[]>((resolve) => {
    session.on('Page.frameNavigated', ({ type }) => type === 'BackForwardCacheRestore' && resolve([]));
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => resolve(notRestoredExplanations));
  });
  await session.send('Page.enable');
  // The response is lost if the page is gone before it arrives.
  await page.evaluate(() => history.back()).catch(() => {});
  return outcome;
}

test('Back restores the page from the browser’s cache, as it was left @all', async ({ baseURL }) => {
  test.slow();
  // Playwright switches this cache off by default, and the browser of the other journeys has none.
  const executablePath = findChromium();
  test.skip(executablePath === undefined, 'there is no whole Chromium here');
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    for (const [path, link] of [
      ['/contact', 'Partenaires'],
      ['/formations', 'Contact'],
    ] as const) {
      let circumstances: NotRestored[] = [];
      // A browser that is short of time or memory drops any page ("Circumstantial"). Nothing about this page may be a reason.
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const page = await browser.newPage({ baseURL: baseURL ?? '' });
        circumstances = await leaveAndReturn(page, path, link);
        expect(circumstances.filter(({ type }) => type !== 'Circumstantial')).toEqual([]);
        await page.close();
        if (circumstances.length === 0) break;
      }
      for (const { reason } of circumstances)
        test.info().annotations.push({ type: 'not restored', description: reason });
    }
  } finally {
    await browser.close();
  }
});

test('pages may be cached by the browser and link to the speculation rules @all', async ({ request }) => {
  for (const path of ['/', '/contact', '/formations', '/politique-cookies']) {
    const headers = (await request.get(path)).headers();
    expect(headers['cache-control'], path).not.toContain('no-store');
    expect(headers['speculation-rules'], path).toBe('"/speculation-rules.json"');
  }
  for (const path of ['/customer-portal', '/customer-auth', '/nowhere']) {
    expect((await request.get(path)).headers()['speculation-rules'], path).toBeUndefined();
  }
  const rules = await request.get('/speculation-rules.json');
  expect(rules.headers()['content-type']).toBe('application/speculationrules+json');
  const { prefetch, prerender } = (await rules.json()) as Record<string, { eagerness: string }[]>;
  expect(prefetch?.map(({ eagerness }) => eagerness)).toEqual(['moderate']);
  expect(prerender?.map(({ eagerness }) => eagerness)).toEqual(['conservative']);
});

test.describe('in a browser without speculation rules', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(HTMLScriptElement, { supports: () => false })));

  test('a page is prefetched when its link is hovered or focused, the portal and other sites never @all', async ({
    visit,
    page,
  }) => {
    await visit('/partners');
    expect(await linkHints(page)).toEqual([]);
    await footerLink(page, 'Contact').hover();
    await expect.poll(() => linkHints(page)).toEqual(['/contact']);
    await footerLink(page, 'Pourquoi Nous').focus();
    await expect.poll(() => linkHints(page)).toEqual(['/contact', '/why-us']);
    await page.locator('a[href^="/customer-"]').first().hover();
    await page.locator('footer a[target=_blank]').first().hover();
    await footerLink(page, 'Contact').hover();
    expect(await linkHints(page)).toEqual(['/contact', '/why-us']);
  });

  test('nothing is prefetched with Save-Data @all', async ({ visit, page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    );
    await visit('/partners');
    await footerLink(page, 'Contact').hover();
    await footerLink(page, 'Contact').focus();
    expect(await linkHints(page)).toEqual([]);
  });
});

test('the portal is React Router’s own application', async ({ visit, page }) => {
  await visit('/partners');
  await page.locator('a[href^="/customer-"]').first().click();
  await expect(page).toHaveURL(/\/customer-auth/);
  await isReady(page);
});

/** Scroll events come with the next frame, and the content above is laid out when the browser is idle. */
async function place(page: Page): Promise<number> {
  await expect(page.locator('html')).toHaveAttribute('data-all-rendered', '');
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Math.round(window.scrollY);
  });
}

test('every new page starts at its top; Back and Forward restore the scroll position @all', async ({ visit, page }) => {
  await visit('/');
  const link = page.getByRole('link', { name: 'Voir le catalogue des formations' });
  await link.scrollIntoViewIfNeeded();
  const before = await place(page);
  expect(before).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL('/formations');
  await expect.poll(() => place(page)).toBe(0);

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const below = await place(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => place(page)).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL('/formations');
  await expect.poll(() => place(page)).toBe(below);
});

test('Back from a reloaded page restores the scroll position too @all', async ({ visit, page }) => {
  await visit('/services/cybersecurity');
  await page.getByRole('heading', { name: 'Questions fréquentes' }).scrollIntoViewIfNeeded();
  const before = await place(page);
  await page.goto('/contact');
  await isReady(page);
  await page.goBack();
  await expect.poll(() => place(page)).toBe(before);
});

test('a link to an anchor scrolls to it, below the header @all', async ({ visit, page }) => {
  await visit('/politique-confidentialite');
  const contents = page.getByRole('navigation', { name: 'Sommaire' });
  const entry = contents.getByRole('link').nth(4);
  const title = (await entry.textContent()) ?? '';
  await entry.click();
  const heading = page.getByRole('heading', { level: 2, name: title, exact: true });
  await expect(heading).toBeInViewport();
  const header = await page.getByRole('banner').boundingBox();
  const box = await heading.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  expect(box?.y).toBeLessThan(300);
});

test('no page is wider than a small phone, not even before its sections are laid out @all', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  // Without its script, no section below the screen is laid out.
  await page.route(/assets\/public-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  for (const path of ['/', '/formations/iso-27001-lead-implementer', '/politique-confidentialite', '/free-audit']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-painted', '');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});
