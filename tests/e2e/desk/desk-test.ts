import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { codeOf } from '#tests/support/totp.ts';
import { mailInKey } from '../journey-server.ts';
import { test as base, expect } from '../portal/portal-test.ts';
import { password } from '../portal/users.ts';
import { secretsFile } from './users.ts';

export const test = base.extend<{ signInAsStaff: (page: Page, email: string) => Promise<void> }>({
  // Not with test.use, which reaches only the first file that imports this one.
  locale: 'fr-FR',
  /** With the password and a code, without the form, which has its own journey. Once per member: a code works once. */
  signInAsStaff: async ({ dataDir, baseURL }, use) => {
    await use(async (page, email) => {
      const headers = { Origin: baseURL ?? '' };
      const first = await page.request.post('/api/auth/sign-in/password', { data: { email, password }, headers });
      expect(first.ok(), await first.text()).toBe(true);
      const data = { kind: 'totp', code: await codeFor(email, dataDir) };
      const second = await page.request.post('/api/auth/sign-in/code', { data, headers });
      expect(second.ok(), await second.text()).toBe(true);
    });
  },
});

/** `periods`: half minutes from now, as each code works once. */
export async function codeFor(email: string, dataDir: string, periods = 0): Promise<string> {
  const secrets = JSON.parse(await readFile(join(dataDir, secretsFile), 'utf8')) as Record<string, string>;
  return codeOf(secrets[email] ?? '', periods);
}

/** Somebody else's browser. */
export async function openElsewhere(browser: Browser, baseURL: string | undefined, locale = 'fr-FR'): Promise<Page> {
  const context = await browser.newContext({ locale, ...(baseURL !== undefined && { baseURL }) });
  return context.newPage();
}

export async function openDesk(page: Page, path = ''): Promise<void> {
  await page.goto(`/desk${path}`);
  await expect(page.getByRole('navigation', { name: 'Centre de services' })).toBeVisible();
}

/** For journeys about what a staff member has not seen yet. */
export const withoutLiveUpdates = (page: Page): Promise<unknown> =>
  page.route('**/api/desk/events', (route) => route.fulfill({ status: 204 }));

/** The rows of the list, without its heading. */
export const rows = (page: Page): Locator => page.locator('.records tbody tr');

/** The page of a customer, found as staff would. */
export async function openCustomer(page: Page, name: string): Promise<void> {
  await openDesk(page, `/customers?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Chooses a file by its content. */
export const chooseFile = (page: Page, lines: string[] | Buffer, name = 'factures.csv') =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n')),
  });

/** As the mail server delivers it. */
export async function deliverMail(page: Page, from: string, subject: string, body: string): Promise<void> {
  const envelope = new URLSearchParams({ sender: from, recipient: 'support@portal.example' });
  const response = await page.request.post(`/api/mail/inbound?${envelope}`, {
    headers: { Authorization: `Bearer ${mailInKey}`, 'Content-Type': 'message/rfc822' },
    data: mail(
      { From: from, To: 'support@portal.example', Subject: subject, 'Message-ID': `<${subject}@x.example>` },
      body,
    ),
  });
  expect(response.status(), await response.text()).toBe(200);
}

export { expect };
