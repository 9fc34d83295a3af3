import { existsSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import type { ListedLead } from '#modules/leads/contract/desk-leads.ts';
import { codeFor } from '../desk/desk-test.ts';
import { staff } from '../desk/users.ts';
import { password } from '../portal/users.ts';
import { expect, test as base } from '../public/visitor.ts';

type MailsTo = (email: string) => Promise<Email[]>;
type LeadsOf = (email: string) => Promise<ListedLead[]>;

interface Site {
  origin: string;
  dataDir: string;
  /** Which of the workers it is. */
  worker: number;
}

async function signIn(
  browser: APIRequestContext,
  { origin, dataDir, email }: Pick<Site, 'origin' | 'dataDir'> & { email: string },
): Promise<void> {
  const headers = { Origin: origin };
  const first = await browser.post('/api/auth/sign-in/password', { data: { email, password }, headers });
  expect(first.ok(), await first.text()).toBe(true);
  const data = { kind: 'totp', code: await codeFor(email, dataDir) };
  const second = await browser.post('/api/auth/sign-in/code', { data, headers });
  expect(second.ok(), await second.text()).toBe(true);
}

/** A staff member's session, once for each worker: a code works once, and a worker starts again after a failure. */
async function signInAtDesk({ origin, dataDir, worker }: Site): Promise<APIRequestContext> {
  const file = join(dataDir, `desk-session-${worker}.json`);
  const options = { baseURL: origin, extraHTTPHeaders: { Origin: origin } };
  if (existsSync(file)) return request.newContext({ ...options, storageState: file });
  const desk = await request.newContext(options);
  const { email } = worker === 0 ? staff.receiving : staff.receivingToo;
  await signIn(desk, { origin, dataDir, email });
  writeFileSync(file, JSON.stringify(await desk.storageState()));
  return desk;
}

async function readMailsTo(email: string, dataDir: string): Promise<Email[]> {
  const outbox = join(dataDir, 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))));
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
}

/** An address that no other journey uses: few mails go to one mailbox. */
export const newEmail = (name: string) => `${name}@${crypto.randomUUID().slice(0, 8)}-lerinval.example`;

/** For journeys on the build in which public forms deliver. Each is a visitor of a network of its own. */
export const test = base.extend<{
  mailsTo: MailsTo;
  leadsOf: LeadsOf;
  desk: APIRequestContext;
  signInAsStaff: (email: string) => Promise<void>;
  signInAsGuest: (email: string) => Promise<APIRequestContext>;
}>({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const [one, two] = crypto.getRandomValues(new Uint8Array(2));
    await use({ ...extraHTTPHeaders, 'X-Forwarded-For': `198.18.${one}.${two}` });
  },
  /** What the mail server received for somebody, oldest first. */
  mailsTo: async ({ dataDir }, use) => use((email) => readMailsTo(email, dataDir)),
  /** A staff member's requests. */
  desk: async ({ baseURL, dataDir }, use, { parallelIndex }) => {
    const desk = await signInAtDesk({ origin: baseURL ?? '', dataDir, worker: parallelIndex });
    await use(desk);
    await desk.dispose();
  },
  /** The page’s browser, without the form. Once for each member: a code works once. */
  signInAsStaff: async ({ page, baseURL, dataDir }, use) => {
    await use(async (email) => signIn(page.request, { origin: baseURL ?? '', dataDir, email }));
  },
  /** A customer’s requests, without a browser. */
  signInAsGuest: async ({ baseURL }, use) => {
    const options = { baseURL: baseURL ?? '', extraHTTPHeaders: { Origin: baseURL ?? '' } };
    const made: APIRequestContext[] = [];
    await use(async (email) => {
      const guest = await request.newContext(options);
      made.push(guest);
      const response = await guest.post('/api/auth/sign-in/password', { data: { email, password } });
      expect(response.ok(), await response.text()).toBe(true);
      return guest;
    });
    for (const guest of made) await guest.dispose();
  },
  /** What the desk lists of somebody, in all trays. */
  leadsOf: async ({ desk }, use) => {
    await use(async (email) => {
      const response = await desk.get('/api/desk/leads', { params: { q: email } });
      expect(response.ok(), await response.text()).toBe(true);
      return ((await response.json()) as { items: ListedLead[] }).items;
    });
  },
});

export { expect };
