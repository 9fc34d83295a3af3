import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from '#contract/attachments.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { pdf, png } from '#tests/support/files.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import {
  choose,
  chosen,
  createTicket,
  give,
  message,
  messages,
  openTicket,
  ready,
  sendButton,
} from './conversation-test.ts';
import { expect, test } from './portal-test.ts';
import { supported } from './users.ts';

test('files are chosen, pasted and dropped, sent with a reply and downloaded @engines @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/422.*tickets\/file/);
  await signInAs(supported.attaching.owner);
  const id = await createTicket(page, 'The scanner prints stripes');
  await openTicket(page, id);
  await choose(page, 'stripes.png', png);
  await expect(ready(page, 'stripes.png')).toBeAttached();
  await give(message(page), 'paste', 'report.pdf', pdf);
  await expect(ready(page, 'report.pdf')).toBeAttached();
  await give(message(page), 'drop', 'notes.txt', Buffer.from('Since Monday.'));
  await expect(ready(page, 'notes.txt')).toBeAttached();

  // What is refused says why, and is not forgotten silently.
  await choose(page, 'setup.exe', Buffer.from('MZ'));
  await expect(chosen(page).last().getByRole('alert')).toHaveText('Files of this type are not accepted.');
  await choose(page, 'photo.png', pdf);
  await expect(chosen(page).last().getByRole('alert')).toHaveText('The content of the file does not fit its name.');
  await choose(page, 'film.mp4', Buffer.alloc(maxFileBytes + 1));
  await expect(chosen(page).last().getByRole('alert')).toHaveText('This file is larger than 25 MB.');
  await expectNoViolation(page, 'files to send', [desktop, phone]);
  await message(page).fill('Here they are.');
  await sendButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'remove those that were not uploaded' })).toBeVisible();
  await expect(messages(page)).toHaveCount(1);
  for (const name of ['setup.exe', 'photo.png', 'film.mp4', 'notes.txt'])
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(chosen(page)).toHaveCount(2);
  await sendButton(page).click();

  const sent = messages(page).nth(1);
  await expect(sent.getByRole('link', { name: /^Download/ })).toHaveText(['stripes.png', 'report.pdf']);
  await expect(chosen(page)).toHaveCount(0);
  const picture = sent.getByRole('img');
  await expect(picture).toHaveAccessibleName('stripes.png');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await picture.click();
  const viewer = page.getByRole('dialog', { name: 'Pictures of this ticket' });
  await expect(viewer.getByRole('img', { name: 'stripes.png' })).toBeVisible();
  await expectNoViolation(page, 'a picture', [desktop, phone]);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(sent.getByRole('link', { name: 'stripes.png', exact: true })).toBeFocused();
  const downloading = page.waitForEvent('download');
  await sent.getByRole('link', { name: 'Download report.pdf' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('report.pdf');
  expect((await readFile(await download.path())).equals(pdf)).toBe(true);
  await expectNoViolation(page, 'files in a thread', [desktop, phone]);

  // Only users who may see the ticket can read its files.
  await signInAs(supported.reading.owner);
  expect((await page.request.get(`/api/portal/tickets/files?id=${id}`)).status()).toBe(404);
});

test('uploaded files are there again after a reload, except those that are gone @all', async ({ page, signInAs }) => {
  await signInAs(supported.attaching.owner);
  const id = await createTicket(page, 'The scanner forgets');
  await openTicket(page, id);
  for (const name of ['first.txt', 'second.txt', 'third.txt']) {
    await choose(page, name, Buffer.from(name));
    await expect(ready(page, name)).toBeAttached();
  }
  await message(page).fill('Three files.');
  await page.reload();
  await expect(chosen(page)).toHaveText([/^first\.txt/, /^second\.txt/, /^third\.txt/]);
  await expect(message(page)).toHaveValue('Three files.');
  await page.getByRole('button', { name: 'Remove first.txt' }).click();
  await page.getByRole('tab', { name: 'Support' }).click();
  await expect(message(page)).toHaveCount(0);
  await page.goBack();
  await expect(chosen(page)).toHaveText([/^second\.txt/, /^third\.txt/]);

  // As after the cleaning of files that nobody sent.
  await page.route('**/api/portal/tickets/files?*', async (route) => {
    const response = await route.fetch();
    const { files } = (await response.json()) as { files: Attachment[] };
    await route.fulfill({ response, json: { files: files.filter(({ fileName }) => fileName !== 'second.txt') } });
  });
  await page.reload();
  await expect(chosen(page)).toHaveText([/^third\.txt/]);
  await page.unroute('**/api/portal/tickets/files?*');
  await sendButton(page).click();
  await expect(messages(page).nth(1).getByRole('link')).toHaveText(['third.txt']);
  await expect(chosen(page)).toHaveCount(0);
  await page.reload();
  await expect(messages(page)).toHaveCount(2);
  await expect(chosen(page)).toHaveCount(0);
});

test('files stay in the order in which they were chosen, whichever is uploaded first @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(supported.attaching.owner);
  const id = await createTicket(page, 'The scanner mixes pages');
  await openTicket(page, id);
  const names = ['page 1.png', 'page 2.txt', 'page 3.txt', 'page 4.txt'];
  const others = Promise.withResolvers<void>();
  await page.route('**/api/portal/tickets/file?*name=page+1*', async (route) => {
    await others.promise;
    await route.continue();
  });
  const mimeType = 'application/octet-stream';
  const content = (name: string) => (name.endsWith('.png') ? png : Buffer.from(name));
  await page
    .locator('input[type=file]')
    .setInputFiles(names.map((name) => ({ name, mimeType, buffer: content(name) })));
  // The others follow one another while the first is held back; the status names the last.
  await expect(ready(page, 'page 4.txt')).toBeAttached();
  const held = page.waitForResponse('**/api/portal/tickets/file?*name=page+1*');
  others.resolve();
  expect((await held).ok()).toBe(true);
  const inOrder = names.map((name) => new RegExp(`^${name}`));
  await expect(chosen(page)).toHaveText(inOrder);
  await page.reload();
  await expect(chosen(page)).toHaveText(inOrder);
  await message(page).fill('Four pages.');
  await sendButton(page).click();
  await expect(
    messages(page)
      .nth(1)
      .getByRole('link', { name: /^Download/ }),
  ).toHaveText(names);
  await page.reload();
  await expect(
    messages(page)
      .nth(1)
      .getByRole('link', { name: /^Download/ }),
  ).toHaveText(names);
});

test('a file whose content is missing says so in the page @all', async ({ page, signInAs, dataDir, browserErrors }) => {
  browserErrors.expect(/404.*tickets\/file/);
  await signInAs(supported.attaching.owner);
  const id = await createTicket(page, 'The scanner lost it');
  await openTicket(page, id);
  const content = Buffer.from('Lost in the storage.');
  await choose(page, 'lost.txt', content);
  await expect(ready(page, 'lost.txt')).toBeAttached();
  await message(page).fill('See the file.');
  await sendButton(page).click();
  const sent = messages(page).nth(1);
  await expect(sent.getByRole('link', { name: 'Download lost.txt' })).toBeVisible();
  const folder = join(dataDir, 'files');
  const hash = createHash('sha256').update(content).digest('hex');
  const stored = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(hash));
  expect(stored).toHaveLength(1);
  for (const path of stored) await rm(join(folder, path));
  await sent.getByRole('link', { name: 'Download lost.txt' }).click();
  await expect(sent.getByRole('alert')).toHaveText('This file is not available.');
  await expectNoViolation(page, 'a file that is missing', [desktop, phone]);
});

test('a lost connection is said, and what is being checked or infected cannot be opened @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED.*tickets\/file/);
  await signInAs(supported.attaching.owner);
  const id = await createTicket(page, 'The scanner is silent');
  await openTicket(page, id);
  await page.route('**/api/portal/tickets/file?*', (route) => route.abort());
  await choose(page, 'log.txt', Buffer.from('nothing'));
  await expect(chosen(page).getByRole('alert')).toContainText('We could not reach the server.');
  await page.unroute('**/api/portal/tickets/file?*');
  await page.getByRole('button', { name: 'Remove log.txt' }).click();

  // As a server with a scanner responds.
  let state: Attachment['state'] = 'pending';
  await page.route('**/api/portal/tickets/files?*', async (route) => {
    const response = await route.fetch();
    const { files } = (await response.json()) as { files: Attachment[] };
    await route.fulfill({ response, json: { files: files.map((file) => ({ ...file, state })) } });
  });
  await choose(page, 'log.txt', Buffer.from('nothing'));
  await expect(ready(page, 'log.txt')).toBeAttached();
  await message(page).fill('The log.');
  await sendButton(page).click();
  const sent = messages(page).nth(1);
  await expect(sent.getByRole('listitem')).toHaveText('log.txt7 BBeing checked for viruses');
  await expect(sent.getByRole('link')).toHaveCount(0);
  state = 'infected';
  await expect(sent).toContainText('A virus was found in this file: it cannot be opened.');
  state = 'clean';
  await page.reload();
  await expect(messages(page).nth(1).getByRole('link', { name: 'Download log.txt' })).toBeVisible();
});
