import type { Browser, Locator, Page } from '@playwright/test';
import type { TicketCard } from '#contract/conversation.ts';
import type { DeskReply } from '#contract/desk-conversation.ts';
import { expect, openElsewhere, openPortal, post, signInAsStaff } from './portal-test.ts';

export const conversation = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' });
/** The description is the first. */
export const messages = (page: Page): Locator => conversation(page).getByRole('article');
export const people = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'About this ticket' }).locator('section').first();
/** The badges of the ticket, and the state of its SLA target. */
export const head = (page: Page): Locator => page.getByRole('main').locator('header').first();
export const message = (page: Page): Locator => page.getByLabel('Your message');
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send reply' });

/** Opens a ticket with the session of the page. */
export async function createTicket(page: Page, subject: string): Promise<string> {
  const { status, body } = await post(page, '/api/portal/tickets', { subject, description: 'It does not start.' });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as string;
}

export async function openTicket(page: Page, id: string): Promise<void> {
  await openPortal(page, `/support/${id}`);
  await expect(messages(page).first()).toBeVisible();
}

export const readTicket = async (page: Page, id: string): Promise<TicketCard> =>
  (await page.request.get(`/api/portal/tickets/detail?id=${id}`)).json();

/** A staff member in a browser of their own, who writes through the API. */
export async function openStaff(browser: Browser, baseURL: string | undefined, email: string, dataDir: string) {
  const page = await openElsewhere(browser, baseURL);
  await signInAsStaff(page, email, dataDir);
  return {
    async reply(id: string, body: string, next: DeskReply['next'] = 'reply') {
      const { version } = await (await page.request.get(`/api/desk/tickets/detail?id=${id}`)).json();
      const replied = await post(page, '/api/desk/tickets/reply', { id, version, body, next });
      expect(replied.status, JSON.stringify(replied.body)).toBe(201);
    },
    close: () => page.context().close(),
  };
}

/** As if the user came back from another window. */
export const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

/** The files that were chosen, each with what became of it. */
export const chosen = (page: Page): Locator => page.getByRole('list', { name: 'Files to send' }).getByRole('listitem');
export const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
export const ready = (page: Page, name: string): Locator =>
  page.getByRole('status').filter({ hasText: `${name} is ready to be sent` });

/** What the browser does when a file is pasted or dropped. */
export const give = (target: Locator, how: 'paste' | 'drop', name: string, content: Buffer) =>
  target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.content)], given.name));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { how, name, content: [...content] },
  );
