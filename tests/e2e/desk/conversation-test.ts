import type { Locator, Page } from '@playwright/test';
import { expect, openDesk } from './desk-test.ts';

export const thread = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' });
/** Messages and notes, without the description. */
export const posts = (page: Page): Locator => thread(page).getByRole('article');
export const replyField = (page: Page): Locator => page.getByLabel('Votre réponse au client');
export const noteField = (page: Page): Locator => page.getByLabel('Votre note');
export const sent = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Écrire' }).getByRole('status').filter({ hasText: text });
export const send = 'ControlOrMeta+Enter';

export async function openAtDesk(page: Page, id: string): Promise<void> {
  await openDesk(page, `/tickets/${id}`);
  await expect(replyField(page)).toBeVisible();
}
