import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { users, similarNames } from './users.ts';
import { expect, isWhole, openPortal, rows, test } from './portal-test.ts';

const lists = [
  {
    tab: 'Invoices',
    path: 'invoices',
    title: 'Your Invoices',
    loading: 'Loading invoices...',
    empty: 'No invoices found.',
    columns: ['Invoice ID', 'Amount', 'Due Date', 'Status', 'Risk Score'],
    badges: ['Paid', 'Overdue', 'Pending', 'disputed'],
  },
  {
    tab: 'Contracts',
    path: 'contracts',
    title: 'Your Contracts',
    loading: 'Loading contracts...',
    empty: 'No contracts found.',
    columns: ['Contract Number', 'Title', 'Start Date', 'End Date', 'Value', 'Status'],
    badges: ['Active', 'Expired', 'Terminated', 'Draft', 'on_hold'],
  },
  {
    tab: 'Payments',
    path: 'payments',
    title: 'Payment History',
    loading: 'Loading payments...',
    empty: 'No payments found.',
    columns: ['Reference', 'Amount', 'Payment Date', 'Method', 'Status', 'Notes'],
    badges: ['Completed', 'Completed', 'Pending', 'Failed', 'Refunded', 'lost'],
  },
  {
    tab: 'Licenses',
    path: 'licenses',
    title: 'Software Licenses',
    loading: 'Loading licenses...',
    empty: 'No licenses found.',
    columns: ['Product', 'License Key', 'Type', 'Seats', 'Expiry Date', 'Monthly Cost', 'Status'],
    badges: ['Active', 'Expired', 'Suspended', 'Terminated', 'frozen'],
  },
  {
    tab: 'Support',
    path: 'tickets',
    title: 'Support Tickets',
    loading: 'Loading support tickets...',
    empty: 'No support tickets found.',
    columns: ['Ticket #', 'Subject', 'Priority', 'Status', 'Created'],
    badges: ['Open', 'In Progress', 'Waiting for Customer', 'Resolved', 'Closed', 'escalated'],
  },
];

const pathOf = (tab: string) => `/${tab.toLowerCase()}`;

for (const { tab, path, title, loading, columns, badges } of lists) {
  test(`${tab}: loading, then every column and every status, one of them unknown`, async ({ page, signInAs }) => {
    await signInAs(users.claire);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/api/portal/${path}?*`, async (route) => {
      await held;
      await route.continue();
    });
    await openPortal(page);
    await page.getByRole('tab', { name: tab }).click();
    await expect(page).toHaveURL(`/customer-portal${pathOf(tab)}`);
    await expect(page.getByRole('status').filter({ hasText: loading })).toHaveText(loading);
    release();
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    await expect(rows(page)).toHaveCount(badges.length);
    const statuses = rows(page).locator('[data-label="Status"]');
    await expect(statuses).toHaveText(badges);
    await expect(page.getByText(`${badges.length} of ${badges.length}`, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${tab} – Customer Portal`));
    // product §4: an unknown value is raw, in an outline badge.
    await expect(statuses.last().locator('> span')).toHaveCSS('border-top-width', '1px');
    await expect(statuses.first().locator('> span')).toHaveCSS('border-top-width', '0px');
    await expectNoViolation(page, tab, [desktop, tablet, phone]);
  });
}

test('each list with no record and with one @all', async ({ page, signInAs }) => {
  await signInAs(users.nora);
  for (const { tab, empty } of lists) {
    await openPortal(page, pathOf(tab));
    await expect(page.getByText(empty, { exact: true })).toBeVisible();
    await expect(page.getByRole('table')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  }
  await openPortal(page, '/invoices?q=x');
  await expect(page.getByText('No invoices found.')).toBeVisible();
  await expectNoViolation(page, 'no match', [desktop, tablet, phone]);
  await signInAs(users.solo);
  for (const { tab } of lists) {
    await openPortal(page, pathOf(tab));
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  }
});

test('each list shows a failed request and retries it @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.claire);
  for (const { tab, path, badges } of lists) {
    await page.route(`**/api/portal/${path}?*`, (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'internal_error', message: 'Something went wrong. Please try again.' } },
      }),
    );
    await openPortal(page, pathOf(tab));
    await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again.');
    if (path === 'contracts') await expectNoViolation(page, 'failed request', [desktop, tablet, phone]);
    await page.unroute(`**/api/portal/${path}?*`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(badges.length);
    await expect(page.getByRole('alert')).toBeHidden();
  }
});

test('amounts, dates and missing values have the formats of docs/product.md', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  const written = [
    { tab: 'invoices', row: 0, cells: ['FC-2025-0001', '$1,250.50', 'Jan 05, 2025', 'Paid', '71%'] },
    { tab: 'invoices', row: 3, cells: [/^[\da-f]{8}$/, '$99.99', 'N/A', 'disputed', '40%'] },
    { tab: 'contracts', row: 1, cells: ['CT-2', 'Backup', 'Jan 01, 2020', 'Jan 01, 2021', '$0.50', 'Expired'] },
    { tab: 'contracts', row: 2, cells: ['CT-3', 'Hosting', 'N/A', 'Ongoing', 'N/A', 'Terminated'] },
    { tab: 'payments', row: 2, cells: ['PAY-2', '$10', 'Jan 05, 2025', 'Credit Card', 'Pending', 'N/A'] },
    { tab: 'payments', row: 3, cells: ['PAY-3', '$11', 'Jan 04, 2025', 'Check', 'Failed', 'N/A'] },
    { tab: 'licenses', row: 1, cells: ['Antivirus', 'DDDD-EEEE', 'Perpetual', '1', 'No expiry', 'N/A', 'Expired'] },
  ];
  for (const { tab, row, cells } of written) {
    await openPortal(page, `/${tab}`);
    await expect(rows(page).nth(row).getByRole('cell')).toHaveText(cells);
  }
  await expect(page.getByText('AAAA-BBBB-CCCC')).toHaveCSS('font-family', /mono/);
});

test('an invoice is found and sorted by its number, and no UUID is shown @engines @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices?q=fc-2026-0042');
  const names = rows(page).locator('[data-label="Invoice ID"]');
  await expect(names).toHaveText(['FC-2026-0042']);
  await openPortal(page, '/invoices?sort=id');
  await expect(names).toHaveText(['FC-2025-0001', 'FC-2026-0042', 'FC-2026-0043', /^[\da-f]{8}$/]);
  const short = (await names.last().textContent()) ?? '';
  await openPortal(page, `/invoices?q=${short}`);
  await expect(names).toHaveText([short]);
});

test('the risk bar is red above 70, yellow above 40 and green otherwise @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  const bars = page.getByRole('progressbar', { name: 'Risk score' });
  await expect(bars).toHaveCount(4);
  const seen = await bars.evaluateAll((all) =>
    all.map((bar) => [bar.getAttribute('aria-valuenow'), bar.dataset.variant]),
  );
  expect(seen).toEqual([
    ['71', 'danger'],
    ['70', 'warning'],
    ['41', 'warning'],
    ['40', 'success'],
  ]);
});

test('a long note is truncated in its cell and complete on hover and focus @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/payments');
  const note = rows(page).nth(1).locator('[data-label="Notes"] [dir="auto"]').first();
  await expect(note).toContainText('the next transfer.');
  const tooltip = page.locator('[data-tooltip]');
  await note.hover();
  await expect(tooltip).toBeVisible();
  await expect(tooltip).toContainText('the remainder follows with the next transfer.');
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await note.focus();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
});

test('a failed refresh keeps the rows @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(rows(page)).toHaveCount(4);
  await page.route('**/api/portal/invoices?*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } }),
  );
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/portal/invoices?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(4);
});

test('amounts end at one line @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  for (const tab of ['invoices', 'contracts', 'payments', 'licenses']) {
    await openPortal(page, `/${tab}`);
    const amounts = rows(page).locator('td[data-money]');
    await expect(amounts.first()).toBeVisible();
    const ends = await amounts.evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() ?? cell);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    expect(new Set(ends).size, tab).toBe(1);
    expect(await amounts.first().evaluate((cell) => getComputedStyle(cell).textAlign), tab).toBe('end');
  }
});

test('a tab that was opened before shows its rows at once @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('tab', { name: 'Contracts' }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.route('**/api/portal/invoices?*', () => {});
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(rows(page)).toHaveCount(4, { timeout: 1000 });
});

test('on a phone, rows are cards with a label for every value @phone', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(users.claire);
  for (const { tab, columns, badges } of lists) {
    await openPortal(page, pathOf(tab));
    await expect(rows(page)).toHaveCount(badges.length);
    await expect(page.getByRole('columnheader').first()).toBeHidden();
    const labels = await rows(page)
      .first()
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.dataset.label));
    expect(labels).toEqual(columns);
    const isWithin = await rows(page)
      .first()
      .evaluate((card) => {
        const { right, bottom } = card.getBoundingClientRect();
        return [...card.querySelectorAll('td')].every((cell) => {
          const box = cell.getBoundingClientRect();
          return box.right <= right && box.bottom <= bottom && box.height > 0;
        });
      });
    expect(isWithin, tab).toBe(true);
    // A label that says nothing more is not shown; a missing value is, with its label.
    if (tab === 'Payments') {
      const missing = rows(page).nth(2).getByText('N/A');
      await expect(missing).toBeVisible();
      await expect(missing).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});

test('on cards, names take two lines, and labels side by side one line @phone @all', async ({ page, signInAs }) => {
  await signInAs(users.nina);
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await openPortal(page, '/licenses');
    for (const name of similarNames) {
      const title = page.getByText(name, { exact: true });
      await expect(title).toBeVisible();
      expect(await isWhole(title)).toBe(true);
    }
    const labels = await rows(page)
      .first()
      .locator('td:is([data-card-slot="half"], [data-card-slot="wide"])')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const { top } = cell.getBoundingClientRect();
          const { justifyContent } = getComputedStyle(cell);
          return { top: Math.round(top), isAtTop: justifyContent === 'normal' || justifyContent === 'flex-start' };
        }),
      );
    expect(labels.every(({ isAtTop }) => isAtTop)).toBe(true);
    expect(new Set(labels.map(({ top }) => top)).size).toBe(width === 768 ? 2 : 3);
  }
});
