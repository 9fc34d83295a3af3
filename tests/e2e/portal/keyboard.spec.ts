import { password, users, ticketWriters } from './users.ts';
import { expect, openPortal, openSignIn, rows, test, toast } from './portal-test.ts';

test('from sign-in to a new ticket by keyboard alone', async ({ page, pressTabTo }) => {
  await openSignIn(page);
  await pressTabTo(page.getByLabel('Email'));
  await page.keyboard.type(ticketWriters[5] ?? '');
  await pressTabTo(page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();

  await pressTabTo(page.getByRole('tab', { name: 'Overview' }));
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Support' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Support Tickets' })).toBeVisible();

  await pressTabTo(page.getByRole('button', { name: 'New Ticket' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Subject')).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  const priority = page.getByRole('combobox', { name: 'Priority' });
  await expect(priority).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'High' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'High' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(priority).toHaveText('High');
  // The list returns the focus when it has closed.
  await expect(priority).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.keyboard.type('No mouse was harmed.');
  await pressTabTo(page.getByRole('button', { name: 'Create Ticket' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Ticket Created')).toBeVisible();
  await expect(rows(page).first()).toContainText('By keyboard');
  await expect(page.getByRole('button', { name: 'New Ticket' })).toBeFocused();
});

test('arrow keys move between tabs, Space and Enter open them, and each is a link @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  const overview = page.getByRole('tab', { name: 'Overview' });
  await overview.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Invoices' })).toBeFocused();
  await expect(page).toHaveURL('/customer-portal');
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/customer-portal/invoices');
  // The URL changes before the tab does.
  await expect(page.getByRole('heading', { name: 'Your Invoices' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(overview).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/customer-portal');
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your Invoices' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Licenses' })).toHaveAttribute('href', '/customer-portal/licenses');
});

test('search, filter and sort by keyboard @all', async ({ page, signInAs, pressTabTo }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(rows(page)).toHaveCount(4);
  await pressTabTo(page.getByRole('searchbox'));
  await page.keyboard.type('overdue');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(4);
  await pressTabTo(page.getByRole('button', { name: 'Paid' }));
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Space');
  await pressTabTo(page.getByRole('columnheader', { name: 'Amount' }).getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText('$99.99');
});

test('at 200 % zoom everything is there, and nothing scrolls sideways @all', async ({ page, signInAs }) => {
  // A window of 1280 by 800 at 200 % has 640 by 400 pixels of the page's own.
  await page.setViewportSize({ width: 640, height: 400 });
  await signInAs(users.claire);
  for (const tab of ['', '/invoices', '/support']) {
    await openPortal(page, tab);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
  }
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Please enter a subject.')).toBeVisible();
});

test('the first stop of the keyboard leads past the header @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/invoices');
  await expect(rows(page)).toHaveCount(4);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).not.toBeInViewport();
  await page.getByRole('link', { name: 'home' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(rows(page)).toHaveCount(4);
});
