import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { password } from './users.ts';

type SignInAs = (email: string, withPassword?: string) => Promise<void>;
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
      { message: `a mail to ${email} with a link like ${pattern.source}`, timeout: 20_000 },
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
export const linkDialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

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

export const test = base.extend<{ signInAs: SignInAs; linkMailedTo: LinkMailedTo }>({
  // Not with test.use, which reaches only the first file that imports this one.
  locale: 'en-US',
  linkMailedTo: async ({ dataDir }, use) => {
    await use((email, pattern) => findLink(join(dataDir, 'outbox'), email, pattern));
  },
  /** Without the form, which has its own journeys. */
  signInAs: async ({ page, baseURL }, use) => {
    await use(async (email, withPassword = password) => {
      const response = await page.request.post('/api/auth/sign-in/email', {
        data: { email, password: withPassword },
        headers: { Origin: baseURL ?? '' },
      });
      expect(response.ok(), await response.text()).toBe(true);
    });
  },
});

export { expect };
