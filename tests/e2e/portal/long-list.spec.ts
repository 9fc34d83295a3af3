import type { Page } from '@playwright/test';
import { manyInvoices, users } from './users.ts';
import { expect, openPortal, rows, test } from './portal-test.ts';

const amountsInView = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all
      .filter((row) => row.getBoundingClientRect().bottom > 300 && row.getBoundingClientRect().top < window.innerHeight)
      .map((row) => row.querySelector('[data-label="Amount"]')?.textContent ?? ''),
  );

test('a long list has its full size for the scroll bar and screen readers, but only a few rows in the DOM', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(page.getByText('1,200 of 1,200', { exact: true })).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(manyInvoices + 1));
  expect(await rows(page).count()).toBeLessThan(80);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(manyInvoices * 52);
});

const last = `$${manyInvoices.toLocaleString('en-US')}`;

/** Collects the list requests sent from now on. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/portal/invoices') asked.push(search);
  });
  return asked;
}

test('its end is one request away, and every row is in its place there and in the middle @engines', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.max);
  await openPortal(page, '/invoices?sort=amount');
  await expect(rows(page).first()).toContainText('$1');
  const asked = listen(page);
  // The rows are in the page before the browser's own scrolling knows of them.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.keyboard.press('End');
  await expect(page.getByText(last, { exact: true })).toBeVisible();
  expect(asked).toHaveLength(1);

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  let amounts: string[] = [];
  await expect
    .poll(async () => {
      amounts = await amountsInView(page);
      return amounts.length > 0 && amounts.every((amount) => amount.startsWith('$'));
    })
    .toBe(true);
  const shown = amounts.map((amount) => Number(amount.replaceAll(/[$,]/g, '')));
  expect(shown).toEqual(shown.map((_, at) => (shown[0] ?? 0) + at));
  const [first] = await rows(page).evaluateAll((all) =>
    all.map((row) => [
      row.getAttribute('aria-rowindex'),
      row.querySelector('[data-label="Amount"]')?.textContent?.replace(/[$,]/g, ''),
    ]),
  );
  expect(Number(first?.[0])).toBe(Number(first?.[1]?.replaceAll(',', '')) + 1);
});

test('a late frame does not count as a pause: rows that only scroll past are not requested', async ({
  page,
  signInAs,
}) => {
  await signInAs(users.max);
  await page.clock.install();
  await openPortal(page, '/invoices?sort=amount');
  await expect(rows(page).first()).toContainText('$1');
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked = listen(page);
  const scrollTo = async (row: number) => {
    await page.evaluate((top) => window.scrollTo(0, top), row * 52);
    await expect(rows(page).and(page.locator(`[aria-rowindex="${row}"]`))).toBeAttached();
  };
  // The settle delay ends before the next frame, in which scrolling continues.
  await scrollTo(600);
  await page.clock.runFor(80);
  await scrollTo(manyInvoices);
  await page.clock.runFor(16);
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect(page.getByText(last, { exact: true })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('scrolling through all rows does not grow the DOM', async ({ page, signInAs }) => {
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(rows(page).first()).toContainText('$');
  const before = await rows(page).count();
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 1600);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await expect.poll(async () => (await amountsInView(page)).every((amount) => amount.startsWith('$'))).toBe(true);
  expect(await rows(page).count()).toBeLessThan(before + 30);
});

test('a search is sent to the server and starts at the top', async ({ page, signInAs }) => {
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(rows(page).first()).toContainText('$');
  await page.evaluate(() => window.scrollTo(0, 20_000));
  await page.getByRole('searchbox').fill('777.00');
  await expect(page.getByText('1 of 1,200', { exact: true })).toBeVisible();
  await expect(rows(page).first()).toContainText('$777');
  await expect(rows(page).first()).toBeInViewport();
});

test('rows that could not be loaded are announced and loaded again', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(rows(page).first()).toContainText('$');
  await page.route('**/api/portal/invoices?*cursor=*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } }),
  );
  await page.evaluate(() => window.scrollTo(0, 12_000));
  await expect(page.getByText('Some rows could not be loaded.')).toBeAttached();
  await page.unroute('**/api/portal/invoices?*cursor=*');
  // Without scrolling to it, which loads other rows.
  await page.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
  await expect(page.getByText('Some rows could not be loaded.')).toBeHidden();
});
