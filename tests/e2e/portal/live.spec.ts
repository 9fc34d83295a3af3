import type { Page, Request } from '@playwright/test';
import { createTicket, messages, openStaff, openTicket } from './conversation-test.ts';
import { expect, openPortal, rows, test } from './portal-test.ts';
import { staff, supported } from './users.ts';

const path = '/api/portal/events';

/** The streams that the pages of this browser have asked for. */
function countStreams(...pages: Page[]) {
  const counted = { opened: 0 };
  for (const page of pages)
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) counted.opened += 1;
    });
  return counted;
}
const streamOf = (page: Page) => page.waitForResponse((response) => response.url().endsWith(path));

test('a reply appears without reloading, in every tab, over one stream @engines', async ({
  page,
  context,
  browser,
  baseURL,
  dataDir,
  signInAs,
}) => {
  test.slow();
  await signInAs(supported.live.owner);
  const id = await createTicket(page, 'The scanner does not start');
  const second = await context.newPage();
  const counted = countStreams(page, second);
  const stream = streamOf(page);
  await openTicket(page, id);
  expect((await stream).status()).toBe(200);
  await openPortal(second, '/support');
  await expect(rows(second).filter({ hasText: 'The scanner does not start' })).toContainText('Open');

  const sofia = await openStaff(browser, baseURL, staff.live.email, dataDir);
  await sofia.reply(id, 'Which scanner is it?', 'ask');
  await expect(messages(page).last()).toContainText('Which scanner is it?');
  await expect(rows(second).filter({ hasText: 'The scanner does not start' })).toContainText('Waiting for Customer');
  expect(counted.opened).toBe(1);

  // The other tab takes over when the first one is closed.
  const next = streamOf(second);
  await page.close();
  expect((await next).status()).toBe(200);
  await sofia.reply(id, 'It is fixed.', 'resolve');
  await expect(rows(second).filter({ hasText: 'The scanner does not start' })).toContainText('Resolved');
  expect(counted.opened).toBe(2);
  await sofia.close();
});

test('the stream ends with the sign-out @all', async ({ page, signInAs }) => {
  await signInAs(supported.live.owner);
  const stream = streamOf(page);
  await openPortal(page, '/support');
  const response = await stream;
  // By the server, whose session has ended, or by the browser.
  const isStream = (request: Request) => request === response.request();
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isStream),
    page.waitForEvent('requestfailed', isStream),
  ]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await ended;
  await expect(page).toHaveURL(/customer-auth/);
});
