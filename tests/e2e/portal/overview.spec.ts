import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { users, similarNames } from './users.ts';
import { expect, isWhole, openPortal, rows, test } from './portal-test.ts';

test('the account, its status and its balance @engines', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText([
    'Company Name',
    'Contact Person',
    'Email',
    'Phone',
    'Account Status',
    'Outstanding Balance',
  ]);
  await expect(page.getByRole('definition')).toHaveText([
    'Cabinet Fontanel',
    'Claire Fontanel',
    users.claire,
    '+33 4 65 71 00 12',
    'low risk',
    '$8,499.99',
    '$8,000 late, 1 invoice',
  ]);
  await page.getByRole('link', { name: '$8,499.99' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('the status badge has its three styles, and a balance of nothing is $0 @all', async ({ page, signInAs }) => {
  const colours: string[] = [];
  for (const [person, text] of [
    [users.claire, 'low risk'],
    [users.solo, 'medium risk'],
    [users.max, 'high risk'],
  ] as const) {
    await signInAs(person);
    await openPortal(page);
    colours.push(
      await page.getByText(text, { exact: true }).evaluate((badge) => getComputedStyle(badge).backgroundColor),
    );
  }
  expect(new Set(colours).size).toBe(3);
  await signInAs(users.nora);
  await openPortal(page);
  await expect(page.getByText('$0', { exact: true }).first()).toBeVisible();
});

test('every amount is in the server’s currency from the first paint on', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await page.route('**/api/auth/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), currency: 'EUR' } });
  });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenWithDollar: seen });
    new MutationObserver(() => {
      const dollar = /\$\d[^\s]*/.exec(document.body?.textContent ?? '');
      if (dollar !== null) seen.add(dollar[0]);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await openPortal(page);
  await expect(page.getByRole('link', { name: '€8,499.99' })).toBeVisible();
  await expect(page.getByText('Due next')).toBeVisible();
  for (const [tab, amount] of [
    ['invoices', '€1,250.50'],
    ['contracts', '€4,800'],
    ['payments', '€1,250.50'],
    ['licenses', '€280.80'],
  ]) {
    await openPortal(page, `/${tab}`);
    await expect(page.getByText(amount ?? '', { exact: true }).first()).toBeVisible();
    const dollars = () => [...(globalThis as unknown as { seenWithDollar: Set<string> }).seenWithDollar];
    expect(await page.evaluate(dollars)).toEqual([]);
  }
});

test('five tiles count the records and link to them @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  const tiles = page.getByRole('list', { name: 'Your records' }).getByRole('link');
  await expect(tiles).toHaveText([/4\s*Invoices/, /5\s*Contracts/, /6\s*Payments/, /5\s*Licenses/, /5\s*Open Tickets/]);
  for (const [at, heading] of [
    'Your Invoices',
    'Your Contracts',
    'Payment History',
    'Software Licenses',
    'Support Tickets',
  ].entries()) {
    await tiles.nth(at).click();
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await page.goBack();
  }
});

test('a phone shows all six facts of the account, with what is due in the first screen @phone', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize(phone);
  await signInAs(users.claire);
  await openPortal(page);
  const account = page.getByRole('region', { name: 'Account Information' });
  for (const label of ['Company Name', 'Contact Person', 'Email', 'Phone', 'Account Status', 'Outstanding Balance'])
    await expect(account.getByRole('term').filter({ hasText: label })).toBeInViewport({ ratio: 1 });
  for (const fact of [
    'Cabinet Fontanel',
    'Claire Fontanel',
    users.claire,
    '+33 4 65 71 00 12',
    'low risk',
    '$8,499.99',
  ])
    await expect(account.getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: 'Due next' }).getByRole('listitem').first()).toBeInViewport();
});

for (const size of [desktop, phone]) {
  test(`the balance and what is due are in the first screen at ${size.width} px @all`, async ({ page, signInAs }) => {
    await page.setViewportSize(size);
    await signInAs(users.claire);
    await openPortal(page);
    const due = page.getByRole('region', { name: 'Due next' });
    for (const shown of [
      page.getByRole('definition').filter({ hasText: '$8,499.99' }),
      due.getByRole('heading', { name: 'Unpaid invoices' }),
      due.getByRole('listitem').first(),
    ]) {
      await expect(shown).toBeVisible();
      const box = await shown.boundingBox();
      expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= size.height, JSON.stringify(box)).toBe(true);
    }
  });
}

test('upcoming items, each with a link to their list', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  const due = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 3, name: 'Due next' }) })
    .last();
  await expect(due.getByRole('heading', { level: 4 })).toHaveText([
    'Unpaid invoices',
    'Contracts that end within 90 days',
    'Licenses that end within 90 days',
    'Tickets waiting for you',
  ]);
  await expect(due).toContainText('FC-2026-0042');
  await expect(due).toContainText('FC-2026-0043');
  // A run that crosses midnight counts from the day after.
  await expect(due).toContainText(/1[23] days ago/);
  await expect(due).toContainText(/in 1[12] days/);
  await expect(due).toContainText('Managed services');
  await expect(due).toContainText('Office suite');
  await expect(due).toContainText('TKT-1002 – Ticket 2');
  await due.getByRole('link', { name: /Unpaid invoices/ }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('the chart has a name and a table of its figures @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  await expect(page.getByRole('img', { name: /invoiced and paid in each of the last 12 months/ })).toBeVisible();
  await page.getByText('Show the figures').click();
  const table = page.getByRole('table', { name: 'Amounts invoiced and paid by month' });
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(table).toContainText('$14');
  await expectNoViolation(page, 'overview', [desktop, tablet, phone]);
});

test('a customer without any record @all', async ({ page, signInAs }) => {
  await signInAs(users.nora);
  await openPortal(page);
  await expect(page.getByText('Nothing is due')).toBeVisible();
  await expect(page.getByText('Nothing was invoiced or paid in the last 12 months.')).toBeVisible();
});

test('a user without a customer', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/404/);
  await signInAs(users.uma);
  await openPortal(page);
  await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  await expect(
    page.getByText('Your account needs to be linked to a customer profile. Please contact support for assistance.', {
      exact: true,
    }),
  ).toBeVisible();
  await expectNoViolation(page, 'no customer', [desktop, tablet, phone]);
});

test('a user without a customer sees that on every tab and cannot create a ticket @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/404/);
  await signInAs(users.uma);
  for (const tab of ['invoices', 'contracts', 'payments', 'licenses', 'support']) {
    await openPortal(page, `/${tab}`);
    await expect(page.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'contact@rempart-azur.example' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New Ticket' })).toHaveCount(0);
    await expect(page.getByText(/^No .* found\.$/)).toHaveCount(0);
  }
});

test('names that differ at their end stay distinguishable in the upcoming items @phone @all', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(users.nina);
  await openPortal(page);
  for (const name of similarNames) {
    const line = page.getByText(name, { exact: true });
    await expect(line).toBeVisible();
    expect(await isWhole(line)).toBe(true);
  }
});

test('each part of the overview fails and recovers alone @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(users.claire);
  const fail = { status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } };
  for (const part of ['records/overview', 'records/counts', 'customers/current']) {
    await page.route(`**/api/portal/${part}`, (route) => route.fulfill(fail));
    await openPortal(page);
    await expect(page.getByRole('alert')).toContainText('Something went wrong.');
    await page.unroute(`**/api/portal/${part}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByText('Due next')).toBeVisible();
  }
});
