import type { Page } from '@playwright/test';
import { ticketWriters } from './users.ts';
import { expect } from './portal-test.ts';

/** A customer without tickets, one for each journey: none finds what another wrote, whichever worker runs it. */
export const writerOf = (journey: number) => ticketWriters[journey] ?? '';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create Support Ticket' });

export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await expect(dialog(page)).toBeVisible();
}

export async function write(page: Page, subject: string, description = 'Since this morning.'): Promise<void> {
  await dialog(page).getByLabel('Subject').fill(subject);
  await dialog(page).getByLabel('Description').fill(description);
}

export const send = (page: Page) => dialog(page).getByRole('button', { name: 'Create Ticket' }).click();
