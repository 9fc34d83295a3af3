import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { languageCookie } from '#contract/languages.ts';
import { expect, test as base } from '../fixtures.ts';
import { codeOf } from '#tests/support/totp.ts';
import { password, staffSecretsFile } from './users.ts';

type SignInAs = (email: string) => Promise<void>;
type Sessions = Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>;
type LinkMailedTo = (email: string, pattern: RegExp) => Promise<string>;

/** Reads the mails that the server writes into its data folder without a mail server. */
async function findLink(folder: string, email: string, pattern: RegExp): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
        for (const file of files) {
          const mail = decode(await readFile(join(folder, file), 'utf8'));
          if (new RegExp(`^To:.*${email}`, 'im').test(mail)) link = pattern.exec(mail)?.[0] ?? link;
        }
        return link;
      },
      { message: `a mail to ${email} with a link like ${pattern.source}` },
    )
    .toBeDefined();
  return link ?? '';
}

const decode = (mail: string) =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

export const toast = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });

/** The dialog that the home page shows for a link in a mail. */
export const linkDialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: keepTogether(title) });

/** Whether no text is truncated; a second line may overflow by a fraction of a pixel. */
export const isWhole = (text: Locator): Promise<boolean> =>
  text.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight + 2,
  );

/** The rows of the open list, without its heading. */
export const rows = (page: Page): Locator => page.getByRole('tabpanel').locator('tbody tr[aria-rowindex]');

export const openPortal = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`/customer-portal${search}`);
  // An open ticket's dialog hides the heading from the accessibility tree, not from the eye.
  const heading = page.getByRole('heading', { level: 1, name: 'Customer Portal', includeHidden: true });
  await expect(heading).toBeVisible();
};

/** The sign-in page, once it is hydrated. */
export const openSignIn = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`/customer-auth${search}`);
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
};

/** Fills in the sign-in form that is shown, and submits it. */
export async function submitSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Somebody else's browser. */
export async function openElsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...(baseURL !== undefined && { baseURL }) });
  return context.newPage();
}

/** Sends JSON with the session of the page. */
export async function post(page: Page, path: string, data: object) {
  const { origin } = new URL(page.url() === 'about:blank' ? (await page.request.get('/')).url() : page.url());
  const response = await page.request.post(path, { data, headers: { Origin: origin } });
  return { status: response.status(), body: await response.json() };
}

/** With the password alone. */
export async function signIn(page: Page, email: string): Promise<void> {
  const { status, body } = await post(page, '/api/auth/sign-in/password', { email, password });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** With the password and a code: the session opens the desk. Once per member, as a code works once. */
export async function signInAsStaff(page: Page, email: string, dataDir: string): Promise<void> {
  const secrets = JSON.parse(await readFile(join(dataDir, staffSecretsFile), 'utf8')) as Record<string, string>;
  await signIn(page, email);
  const { status, body } = await post(page, '/api/auth/sign-in/code', {
    kind: 'totp',
    code: codeOf(secrets[email] ?? ''),
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

export const test = base.extend<{ signInAs: SignInAs; linkMailedTo: LinkMailedTo }, { sessions: Sessions }>({
  // Not with test.use, which reaches only the first file that imports this one.
  locale: 'en-US',
  linkMailedTo: async ({ dataDir }, use) => {
    await use((email, pattern) => findLink(join(dataDir, 'outbox'), email, pattern));
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives a fixture's dependencies from this pattern
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  /** Without the form, which has its own journeys; once per user and worker, because hashing a password is slow. */
  signInAs: async ({ page, baseURL, sessions }, use) => {
    await use(async (email) => {
      // An open page may send a request at any moment: with the session of the user before, it would get a 401.
      if (page.url() !== 'about:blank') await page.goto('about:blank');
      const context = page.context();
      const key = `${baseURL} ${email}`;
      const cookies = sessions.get(key);
      if (cookies !== undefined) {
        await context.clearCookies();
        await context.addCookies(cookies);
        // Another journey may have signed out.
        if ((await (await page.request.get('/api/auth/session')).json()) !== null) return;
      }
      const data = { email, password };
      const response = await page.request.post('/api/auth/sign-in/password', {
        data,
        headers: { Origin: baseURL ?? '' },
      });
      expect(response.ok(), await response.text()).toBe(true);
      // What another journey chose in this browser is not part of the session.
      sessions.set(
        key,
        (await context.cookies()).filter(({ name }) => name !== languageCookie),
      );
    });
  },
});

export { expect };
