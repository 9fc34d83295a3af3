import { expect, openPortal, rows, test, toast } from './portal-test.ts';
import { dialog, openDialog, send, write, writerOf } from './ticket-form.ts';

test('a restored draft that was closed does not open by itself again', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/401/);
  const writer = writerOf(12);
  await signInAs(writer);
  await openPortal(page, '/support');
  await openDialog(page);
  await write(page, 'Interrupted');
  await page.context().clearCookies();
  await send(page);
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await signInAs(writer);
  await page.reload();
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Interrupted');
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
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Interrupted');
});

test('an earlier error disappears once the ticket is created', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(writerOf(13));
  await openPortal(page, '/support');
  await openDialog(page);
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

test('a customer without tickets is invited to create the first', async ({ page, signInAs }) => {
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

test('a ticket created in one tab appears in the others', async ({ page, context, signInAs }) => {
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
