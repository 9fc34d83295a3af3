import type { Page } from '@playwright/test';
import { pdf, png } from '#tests/support/files.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { choose, chosen, give, messages, ready } from './conversation-test.ts';
import { expect, openPortal, rows, test, toast } from './portal-test.ts';
import { duo, firstCompany, secondCompany, supported } from './users.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create Support Ticket' });
const open = async (page: Page) => {
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await expect(dialog(page)).toBeVisible();
};
const write = async (page: Page, subject: string) => {
  await dialog(page).getByLabel('Subject').fill(subject);
  await dialog(page).getByLabel('Description').fill('See the files.');
};
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create Ticket' }).click();
const storedFiles = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.endsWith(' files')));

test('a new ticket takes files that were chosen, pasted and dropped @engines', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/422.*tickets\/file/);
  browserErrors.expect(/404.*\/tickets$/);
  await signInAs(supported.attaching.owner);
  await openPortal(page, '/support');
  await open(page);
  await write(page, 'The plotter draws circles');
  await choose(page, 'circles.png', png);
  await expect(ready(page, 'circles.png')).toBeAttached();
  await give(dialog(page).getByLabel('Subject'), 'paste', 'report.pdf', pdf);
  await expect(ready(page, 'report.pdf')).toBeAttached();
  await give(dialog(page).getByLabel('Description'), 'drop', 'notes.txt', Buffer.from('Since Monday.'));
  await expect(ready(page, 'notes.txt')).toBeAttached();

  // What is refused says why, and nothing is sent without it.
  await choose(page, 'setup.exe', Buffer.from('MZ'));
  await expect(chosen(page).last().getByRole('alert')).toHaveText('Files of this type are not accepted.');
  await create(page);
  await expect(dialog(page)).toContainText('remove those that were not uploaded');
  await expectNoViolation(page, 'files of a new ticket', [desktop, phone]);
  for (const name of ['setup.exe', 'notes.txt']) await page.getByRole('button', { name: `Remove ${name}` }).click();

  // Text and files wait while the dialog is closed, and over a reload.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await open(page);
  await expect(chosen(page)).toHaveText([/^circles\.png/, /^report\.pdf/]);
  await create(page);
  await expect(toast(page, 'Ticket Created')).toContainText('Your support ticket has been created successfully.');
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page).first()).toContainText('The plotter draws circles');
  expect(await storedFiles(page)).toEqual([]);
  await open(page);
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Another journey of this customer may have opened a ticket since.
  await rows(page).filter({ hasText: 'The plotter draws circles' }).first().getByRole('link').click();
  await expect(
    messages(page)
      .first()
      .getByRole('link', { name: /^Download/ }),
  ).toHaveText(['circles.png', 'report.pdf']);
});

test('an upload ends with the dialog that was cancelled, and goes on in one that was closed @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED.*tickets\/file/);
  browserErrors.expect(/404.*\/tickets/);
  await signInAs(supported.attaching.owner);
  await openPortal(page, '/support');
  await open(page);
  await write(page, 'The plotter hesitates');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/portal/tickets/file?*', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await choose(page, 'slow.txt', Buffer.from('slow'));
  await create(page);
  await expect(dialog(page)).toContainText('Please wait for the upload of the files');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await open(page);
  await expect(chosen(page)).toHaveText([/^slow\.txt/]);
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/tickets/file?'));
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await aborted;
  held.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await open(page);
  await expect(chosen(page)).toHaveCount(0);

  // Files that the server has removed meanwhile.
  await write(page, 'The plotter forgets');
  await choose(page, 'old.txt', Buffer.from('old'));
  await expect(ready(page, 'old.txt')).toBeAttached();
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    for (const [name, value] of Object.entries(sessionStorage) as [string, string][])
      if (name.endsWith(' files'))
        sessionStorage.setItem(name, value.replaceAll(/[\da-f-]{36}/g, '00000000-0000-4000-8000-000000000000'));
  });
  await page.reload();
  await open(page);
  await create(page);
  await expect(dialog(page)).toContainText('we no longer have the files');
  await expect(chosen(page)).toHaveCount(0);
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('The plotter forgets');
  await create(page);
  await expect(toast(page, 'Ticket Created')).toBeVisible();
});

test('files of one company are not offered in another @all', async ({ page, signInAs }) => {
  await signInAs(duo);
  await openPortal(page, '/support');
  await open(page);
  await write(page, 'Only for Levens');
  await choose(page, 'levens.txt', Buffer.from('levens'));
  await expect(ready(page, 'levens.txt')).toBeAttached();
  await page.keyboard.press('Escape');
  const switcher = page.getByRole('button', { name: /^Company:/ });
  for (const { name } of [secondCompany, firstCompany]) {
    await switcher.click();
    await page.getByRole('list', { name: 'Your companies' }).getByRole('link', { name }).click();
    await expect(switcher).toHaveText(`Company: ${name}`);
    expect(await storedFiles(page)).toEqual([]);
    await open(page);
    await expect(chosen(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
});
