import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openElsewhere, openPortal, post, rows, signIn, test, toast } from './portal-test.ts';
import { duo, firstCompany, secondCompany, secondTeam, teams, users } from './users.ts';

// On a phone it is in the menu, which is closed.
const switcher = (page: Page) => page.getByRole('button', { name: /^Company:/, includeHidden: true });
const openCompanies = async (page: Page) => {
  await expect(switcher(page)).toBeAttached();
  if (!(await switcher(page).isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await switcher(page).press('Enter');
};
const switchTo = async (page: Page, name: string) => {
  await openCompanies(page);
  await page.getByRole('list', { name: 'Your companies' }).getByRole('link', { name }).click();
  await expect(switcher(page)).toHaveText(`Company: ${name}`);
};
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));

test.describe('a user of two companies', () => {
  // They share the active company of their user's session.
  test.describe.configure({ mode: 'serial' });

  test('switches, and nothing of the first company remains', async ({ page, signInAs, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/);
    await signInAs(duo);
    await openPortal(page);
    await expect(switcher(page)).toHaveText(`Company: ${firstCompany.name}`);
    await expectNoViolation(page, 'company switcher', [desktop, phone]);
    await page.getByRole('tab', { name: 'Support' }).click();
    await page.getByRole('button', { name: 'New Ticket' }).click();
    await page.getByLabel('Subject').fill('Only for Levens');
    await page.keyboard.press('Escape');
    expect(await stored(page)).toContain('Only for Levens');
    await page.getByRole('tab', { name: 'Invoices' }).click();
    // Not waited for: leaving the search box applies the search before the company is switched.
    await page.getByRole('searchbox').fill(firstCompany.invoice);
    await expect(rows(page)).toContainText([firstCompany.invoice]);
    const session = await page.request.get('/api/auth/session').then((found) => found.json());

    await switchTo(page, secondCompany.name);
    await expect(toast(page, 'Company switched')).toContainText(secondCompany.name);
    // The same tab, without the search; the role is another one here.
    await expect(page).toHaveURL(/\/customer-portal\/invoices$/);
    await expect(rows(page)).toContainText([secondCompany.invoice]);
    await expect(page.getByRole('tab')).toHaveText(['Overview', 'Invoices', 'Contracts', 'Payments', 'Support']);
    await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
    await openCompanies(page);
    const others = page.getByRole('list', { name: 'Your companies' }).getByRole('link', { name: firstCompany.name });
    await expect(others).toBeVisible();
    await page.keyboard.press('Escape');
    // In the page, the first company is named by the switcher alone.
    const shown = await page.evaluate(() => {
      const copy = document.body.cloneNode(true) as HTMLElement;
      for (const menu of copy.querySelectorAll('[popover]')) menu.remove();
      return copy.innerHTML;
    });
    for (const text of [firstCompany.name, firstCompany.invoice, 'Only for Levens', session.customerId]) {
      expect(shown).not.toContain(text);
      expect(await stored(page)).not.toContain(text);
    }

    // Back in the first company with every list blocked, a cached row would be shown.
    await page.route('**/api/portal/{invoices,customers/current,records/counts,records/overview}*', (route) =>
      route.abort(),
    );
    await switchTo(page, firstCompany.name);
    await expect(page.getByText('We could not load your invoices.')).toBeVisible();
    expect(await page.content()).not.toContain(firstCompany.invoice);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toContainText([firstCompany.invoice]);
  });

  test('sees the switch in every tab @all', async ({ page, signInAs }) => {
    await signInAs(duo);
    await openPortal(page, '/invoices');
    await expect(rows(page)).toContainText([firstCompany.invoice]);
    const otherTab = await page.context().newPage();
    await openPortal(otherTab);
    await switchTo(otherTab, secondCompany.name);
    await expect(switcher(page)).toHaveText(`Company: ${secondCompany.name}`);
    await expect(rows(page)).toContainText([secondCompany.invoice]);
    expect(await page.content()).not.toContain(firstCompany.invoice);
    await switchTo(otherTab, firstCompany.name);
    await expect(rows(page)).toContainText([firstCompany.invoice]);
  });

  test('follows a link to one of their companies, and to no other @all', async ({
    page,
    signInAs,
    browser,
    baseURL,
  }) => {
    await signInAs(duo);
    const { customerId, memberships } = await (await page.request.get('/api/auth/session')).json();
    const second = memberships.find(({ name }: { name: string }) => name === secondCompany.name).customerId;
    await openPortal(page, `/invoices?status=pending&customer=${second}`);
    await expect(switcher(page)).toHaveText(`Company: ${secondCompany.name}`);
    await expect(page).toHaveURL(/\/invoices\?status=pending$/);
    await expect(rows(page)).toContainText([secondCompany.invoice]);

    // In another browser: signing in ends the session before.
    const other = await openElsewhere(browser, baseURL);
    await signIn(other, users.claire);
    const foreign = (await (await other.request.get('/api/auth/session')).json()).customerId;
    await other.context().close();
    for (const unknown of [foreign, '00000000-0000-4000-8000-000000000000', 'not-an-id', '']) {
      await openPortal(page, `/invoices?customer=${unknown}`);
      await expect(toast(page, 'Company not switched')).toBeVisible();
      await expect(page).toHaveURL(/\/customer-portal\/invoices$/);
      await expect(switcher(page)).toHaveText(`Company: ${secondCompany.name}`);
    }
    await openPortal(page, `/invoices?customer=${customerId}`);
    await expect(switcher(page)).toHaveText(`Company: ${firstCompany.name}`);
  });
});

test('a ticket for a company that the user was removed from is not sent to another one @all', async ({
  page,
  signInAs,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.expect(/409/);
  const { name, owner, colleague } = teams.removing;
  await signInAs(colleague);
  await openPortal(page, '/support');
  await expect(switcher(page)).toHaveText(`Company: ${name}`);
  await page.getByRole('button', { name: 'New Ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Support Ticket' });
  await dialog.getByLabel('Subject').fill(`Only for ${name}`);
  await dialog.getByLabel('Description').fill('Nobody else may read this.');

  const other = await openElsewhere(browser, baseURL);
  await signIn(other, owner);
  const { members } = await (await other.request.get('/api/portal/people')).json();
  const { userId } = members.find(({ email }: { email: string }) => email === colleague);
  expect((await post(other, '/api/portal/people/remove', { userId })).status).toBe(200);
  await other.context().close();

  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(dialog).toContainText('Nothing was sent: you no longer have access to this company.');
  await expect(dialog.getByLabel('Description')).toHaveValue('Nobody else may read this.');
  await page.reload();
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await expect(page.getByText(`Only for ${name}`)).toHaveCount(0);
  const { memberships } = await (await page.request.get('/api/auth/session')).json();
  expect(memberships).toMatchObject([{ name: secondTeam }]);
});
