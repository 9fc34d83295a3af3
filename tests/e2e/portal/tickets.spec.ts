import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import type { Page } from '@playwright/test';
import { ticketWriters, users } from './users.ts';
import { expect, openPortal, rows, test, toast, submitSignIn } from './portal-test.ts';

/** A customer without tickets, one for each journey: none finds what another wrote, whichever worker runs it. */
const writerOf = (journey: number) => ticketWriters[journey] ?? '';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create Support Ticket' });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await expect(dialog(page)).toBeVisible();
}

/** The dialog on the list of tickets. */
async function openNewTicket(page: Page): Promise<void> {
  await openPortal(page, '/support');
  await openDialog(page);
}

async function write(page: Page, subject: string, description = 'Since this morning.'): Promise<void> {
  await dialog(page).getByLabel('Subject').fill(subject);
  await dialog(page).getByLabel('Description').fill(description);
}

const send = (page: Page) => dialog(page).getByRole('button', { name: 'Create Ticket' }).click();

test('the dialog has the fields, defaults and copy of docs/product.md', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openNewTicket(page);
  await expect(dialog(page)).toHaveAccessibleDescription("Describe your issue and we'll help you resolve it.");
  await expect(dialog(page).getByLabel('Subject')).toHaveAttribute('placeholder', 'Brief description of your issue');
  await expect(dialog(page).getByLabel('Subject')).toBeFocused();
  await expect(dialog(page).getByLabel('Description')).toHaveAttribute('rows', '4');
  const priority = dialog(page).getByRole('combobox', { name: 'Priority' });
  await expect(priority).toHaveText('Medium');
  await priority.press('Enter');
  await expect(page.getByRole('option')).toHaveText(['Low', 'Medium', 'High', 'Urgent']);
  await page.getByRole('option', { name: 'Urgent' }).press('Enter');
  await expect(priority).toHaveText('Urgent');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Ticket' })).toBeFocused();
  await openDialog(page);
  await expect(priority).toHaveText('Medium');
  await expectNoViolation(page, 'new ticket', [desktop, tablet, phone]);
});

test('a new ticket is confirmed, the dialog closes and resets, and the ticket is at the top of the list @engines', async ({
  page,
  signInAs,
}) => {
  await signInAs(writerOf(6));
  await openPortal(page, '/support?q=something&status=closed');
  await openDialog(page);
  await write(page, 'The VPN drops');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/portal/tickets', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await send(page);
  await expect(dialog(page).getByRole('button', { name: 'Creating...' })).toBeVisible();
  release();
  await expect(toast(page, 'Ticket Created')).toContainText('Your support ticket has been created successfully.');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/customer-portal/support');
  const row = rows(page).first();
  await expect(row).toContainText('The VPN drops');
  await expect(row.locator('[data-label="Ticket #"]')).toHaveText(/^TKT-\d{13}#\d{4,}$/);
  await expect(row.locator('[data-label="Status"]')).toHaveText('Open');
  await expect(row.locator('[data-label="Priority"]')).toHaveText('Medium');
  await openDialog(page);
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('link', { name: 'Open Tickets' })).toContainText('1');
});

test('without a subject or a description nothing is sent @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page, '/support');
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await openDialog(page);
  await send(page);
  await expect(toast(page, 'Missing Information')).toContainText('Please fill in both subject and description.');
  await expect(dialog(page).getByLabel('Subject')).toBeFocused();
  await toast(page, 'Missing Information').getByLabel('Close').click();
  await expect(toast(page, 'Missing Information')).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await write(page, '  ', 'x');
  await send(page);
  await expect(dialog(page).getByText('Please enter a subject.')).toBeVisible();
  await write(page, 'x', ' \n ');
  await send(page);
  await expect(dialog(page).getByLabel('Description')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('x');
  await write(page, 'x'.repeat(201));
  await send(page);
  await expect(dialog(page).getByText('Please use at most 200 characters.')).toBeVisible();
  expect(asked).toEqual([]);
  await expectNoViolation(page, 'invalid ticket', [desktop, tablet, phone]);
});

test('offline, no text is lost, and the second attempt creates the ticket @all', async ({
  page,
  context,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await signInAs(writerOf(7));
  await openPortal(page, '/support');
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await openDialog(page);
  await write(page, 'No network', 'Ironically.');
  await context.setOffline(true);
  await send(page);
  await expect(toast(page, 'Error')).toContainText('Failed to create ticket. Please try again.');
  await expect(dialog(page).getByText('Failed to create ticket.')).toBeVisible();
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('No network');
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Ironically.');
  await context.setOffline(false);
  await send(page);
  await expect(rows(page)).toHaveCount(1);
});

test('a lost response creates one ticket, not two @engines', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED|ERR_CONNECTION/);
  await signInAs(writerOf(8));
  await openNewTicket(page);
  await write(page, 'Lost response');
  let attempts = 0;
  await page.route('**/api/portal/tickets', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    attempts += 1;
    if (attempts > 1) return route.continue();
    // The server has created it, but the response is lost.
    await route.fetch();
    return route.abort();
  });
  await send(page);
  await expect(toast(page, 'Error')).toBeVisible();
  await send(page);
  await expect(toast(page, 'Ticket Created')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  expect(attempts).toBe(2);
});

test('a text changed after a lost response does not create a second ticket without asking @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|422/);
  await signInAs(writerOf(9));
  await openNewTicket(page);
  await write(page, 'First version');
  await page.route('**/api/portal/tickets', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await send(page);
  await expect(toast(page, 'Error')).toBeVisible();
  await page.unroute('**/api/portal/tickets');
  await write(page, 'Second version');
  await send(page);
  await expect(dialog(page).getByText('An earlier attempt did go through')).toBeVisible();
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Second version');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('First version');
});

test('a double click creates one ticket @all', async ({ page, signInAs }) => {
  await signInAs(writerOf(10));
  await openNewTicket(page);
  await write(page, 'Twice');
  await dialog(page).getByRole('button', { name: 'Create Ticket' }).dblclick();
  await expect(toast(page, 'Ticket Created')).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('a session that ends while a ticket is sent restores the text after sign-in @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/401|503/);
  const writer = writerOf(11);
  await signInAs(writer);
  // The end of the session is found by sending, and not by the stream of live updates before.
  await page.route('**/api/portal/events', (route) => route.fulfill({ status: 503 }));
  await openNewTicket(page);
  await write(page, 'Half an hour of writing', 'All of it.');
  await page.context().clearCookies();
  await send(page);
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await submitSignIn(page, writer);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Half an hour of writing');
  await expect(dialog(page).getByLabel('Description')).toHaveValue('All of it.');

  // Once it was closed, it does not open by itself again.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(page.getByText('No invoices found.')).toBeVisible();
  await page.getByRole('tab', { name: 'Support' }).click();
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await openDialog(page);
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Half an hour of writing');
  await send(page);
  await expect(rows(page).first()).toContainText('Half an hour of writing');
});

test('a draft that is closed by mistake is kept until sign-out @all', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openNewTicket(page);
  await write(page, 'Not for the next one here');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await openDialog(page);
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Not for the next one here');
  await page.keyboard.press('Escape');
  const kept = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(await kept()).toContain('Not for the next one here');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).not.toHaveURL(/\/customer-portal/);
  expect(await kept()).not.toContain('Not for the next one here');
});

test('an earlier error disappears once the ticket is created @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(writerOf(13));
  await openNewTicket(page);
  await send(page);
  await expect(toast(page, 'Missing Information')).toHaveCount(1);
  await send(page);
  await expect(toast(page, 'Missing Information')).toHaveCount(1);
  await write(page, 'At last');
  await page.route('**/api/portal/tickets', (route) => route.fulfill({ status: 500, body: '{}' }));
  await send(page);
  await expect(toast(page, 'Failed to create ticket.')).toBeVisible();
  await expect(toast(page, 'Missing Information')).toHaveCount(0);
  await page.unroute('**/api/portal/tickets');
  await send(page);
  await expect(toast(page, 'Ticket Created')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(1);
});

test('a customer without tickets is invited to create the first @all', async ({ page, signInAs }) => {
  await signInAs(writerOf(14));
  await openPortal(page, '/support?q=none');
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create your first ticket' })).toHaveCount(0);
  await openPortal(page, '/support');
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await page.getByRole('button', { name: 'Create your first ticket' }).click();
  await write(page, 'My first');
  await send(page);
  await expect(rows(page).first()).toContainText('My first');
  await expect(page.getByRole('button', { name: 'New Ticket' })).toBeFocused();
});

test('a ticket created in one tab appears in the others @all', async ({ page, context, signInAs }) => {
  await signInAs(writerOf(15));
  await openPortal(page, '/support');
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  const other = await context.newPage();
  await openPortal(other);
  await expect(other.getByRole('link', { name: 'Open Tickets' })).toContainText('0');
  await openDialog(page);
  await write(page, 'Seen in both');
  await send(page);
  await expect(other.getByRole('link', { name: 'Open Tickets' })).toContainText('1');
  await openPortal(other, '/support');
  await expect(rows(other)).toHaveCount(1);
  await openDialog(page);
  await write(page, 'Seen in both again');
  await send(page);
  await expect(rows(other)).toHaveCount(2);
});

test('creating a ticket reads the list and the customer once @all', async ({ page, signInAs }) => {
  // A stream begins with an event of its own, after which everything is read once more.
  await page.addInitScript(() => {
    globalThis.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('reread', () => document.documentElement.toggleAttribute('data-live', true));
      }
    };
  });
  await signInAs(writerOf(6));
  await openPortal(page, '/support');
  await expect(page.locator('html[data-live]')).toBeVisible();
  await openDialog(page);
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET') reads.push(pathname);
  });
  const readsOf = (path: string) => reads.filter((pathname) => pathname === path).length;
  await write(page, 'Counted');
  await send(page);
  await expect(toast(page, 'Ticket Created')).toBeVisible();
  // Events arrive in order: with the row of this one, the event of the first has arrived.
  const created = await page.request.post('/api/portal/tickets', {
    data: { subject: 'Created elsewhere', description: 'x', priority: 'low' },
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: new URL(page.url()).origin },
  });
  expect(created.status()).toBe(201);
  await expect(rows(page).first()).toContainText('Created elsewhere');
  expect([readsOf('/api/portal/tickets'), readsOf('/api/portal/customers/current')]).toEqual([2, 2]);
});
