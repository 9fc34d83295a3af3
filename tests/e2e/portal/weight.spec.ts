import type { Page } from '@playwright/test';
import { users } from './users.ts';
import { expect, openPortal, test } from './portal-test.ts';

/** The scripts that a page loads, with their size on the way. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<Map<string, number>> {
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const { responseBodySize } = await response.request().sizes();
    scripts.set(pathname, responseBodySize);
  });
  await open();
  await page.waitForLoadState('networkidle');
  return scripts;
}

/** All responses of a first visit, headers included, as Chromium counts them. */
async function visit(page: Page, path: string, isDone: () => Promise<void>) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await page.goto(path);
  await isDone();
  await page.waitForLoadState('networkidle');
  const responses = [...urls].filter(([, url]) => url.startsWith('http'));
  const scripts = responses.filter(([, url]) => url.endsWith('.js'));
  return {
    urls: responses.map(([, url]) => url),
    script: scripts.reduce((sum, [id]) => sum + (sizes.get(id) ?? Infinity), 0),
  };
}

for (const path of ['/contact', '/free-audit', '/schedule-consultation', '/verifier']) {
  test(`${path} and its form take at most 14 requests and 80 KB of JavaScript @phone`, async ({ page }) => {
    const { urls, script } = await visit(page, path, () =>
      expect(page.getByRole('main').locator('[data-island]').first()).toHaveAttribute('data-ready', ''),
    );
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(14);
    expect(script).toBeGreaterThan(50 * 1024);
    expect(script).toBeLessThanOrEqual(80 * 1024);
  });
}

test('sign-in takes at most 135 KB of JavaScript, and loads the code of toasts when it is used @phone', async ({
  page,
}) => {
  const { urls, script } = await visit(page, '/customer-auth', () =>
    expect(page.getByRole('button', { name: 'Français' })).toBeEnabled(),
  );
  expect(script).toBeGreaterThan(100 * 1024);
  expect(script, urls.join('\n')).toBeLessThanOrEqual(135 * 1024);
  const toaster = page.waitForResponse(/\/assets\/toaster-/);
  await page.getByLabel('Email').focus();
  expect((await toaster).status()).toBe(200);
});

test('the portal loads at most 130 KB of JavaScript in 18 files before it shows the account @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.claire);
  const scripts = await scriptsOf(page, async () => {
    await openPortal(page);
    await expect(page.getByText('Due next')).toBeVisible();
  });
  // The other tabs are prefetched a while after the overview, and the switch of languages comes after hydration.
  const loadedLater = /\/(language|records|dialog|invoices|contracts|payments|licenses|support)-/;
  const first = [...scripts].filter(([script]) => !loadedLater.test(script));
  const total = first.reduce((sum, [, size]) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * 1024);
  expect(total).toBeLessThanOrEqual(130 * 1024);
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(18);
});

test('a public page loads nothing of the portal @all', async ({ page, browser, baseURL, signInAs }) => {
  await signInAs(users.claire);
  const portal = await scriptsOf(page, () => openPortal(page, '/support'));
  const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  const home = await scriptsOf(visitor, async () => {
    await visitor.goto('/');
    await visitor.mouse.wheel(0, 20_000);
  });
  const own = [...portal.keys()].filter((script) => /portal|record|ticket|tabs|auth/.test(script));
  expect(own.length).toBeGreaterThan(1);
  expect([...home.keys()].filter((script) => own.includes(script))).toEqual([]);
  const shared = [...home.keys()].filter((script) => portal.has(script));
  for (const script of shared) {
    const source = await (await visitor.request.get(script)).text();
    expect(source, script).not.toMatch(
      /auth\.session|Outstanding Balance|Export CSV|portal-auth|days ago|showPopover|Try again/,
    );
  }
  await visitor.close();
});
