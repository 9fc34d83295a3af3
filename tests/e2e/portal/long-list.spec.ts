import { manyInvoices, users } from './users.ts';
import { expect, openPortal, rows, test } from './portal-test.ts';

test('a long list loads page by page, with every row in its place and only a few of them in the DOM @engines @all', async ({
  page,
  signInAs,
}) => {
  test.slow();
  await signInAs(users.max);
  await openPortal(page, '/invoices?sort=amount');
  await expect(page.getByText('1,200 of 1,200', { exact: true })).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(manyInvoices + 1));
  await expect(rows(page).first()).toContainText('$1');
  const last = page.getByText(`$${manyInvoices.toLocaleString('en-US')}`, { exact: true });
  await expect(async () => {
    await page.keyboard.press('End');
    const shown = await rows(page).evaluateAll((all) =>
      all
        .filter((row) => row.ariaRowIndex !== null)
        .map((row) => [Number(row.ariaRowIndex), row.querySelector('[data-label="Amount"]')?.textContent] as const),
    );
    expect(shown.length).toBeLessThan(80);
    expect(shown.map(([, amount]) => amount)).toEqual(shown.map(([row]) => `$${(row - 1).toLocaleString('en-US')}`));
    await expect(last).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 100_000 });
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('a search is sent to the server and starts at the top @all', async ({ page, signInAs }) => {
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(rows(page).first()).toContainText('$');
  await page.evaluate(() => window.scrollTo(0, 20_000));
  await page.getByRole('searchbox').fill('777.00');
  await expect(page.getByText('1 of 1,200', { exact: true })).toBeVisible();
  await expect(rows(page).first()).toContainText('$777');
  await expect(rows(page).first()).toBeInViewport();
});

test('rows that could not be loaded are announced and loaded again @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.max);
  await openPortal(page, '/invoices');
  await expect(rows(page).first()).toContainText('$');
  await page.route('**/api/portal/invoices?*cursor=*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } }),
  );
  await page.keyboard.press('End');
  await expect(page.getByText('Some rows could not be loaded.')).toBeVisible();
  await page.unroute('**/api/portal/invoices?*cursor=*');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('Some rows could not be loaded.')).toBeHidden();
  await expect(rows(page).and(page.locator('[aria-rowindex="102"]'))).toBeAttached();
});
