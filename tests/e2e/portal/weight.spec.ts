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

test('the portal loads at most 130 KB of JavaScript in 18 files before it shows the account @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.claire);
  const scripts = await scriptsOf(page, async () => {
    await openPortal(page);
    await expect(page.getByText('Due next')).toBeVisible();
  });
  // The other tabs are prefetched a while after the overview; the code of toasts and the switch of languages come after hydration.
  const loadedLater = /\/(language|records|dialog|radix|toaster|invoices|contracts|payments|licenses|support)-/;
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
