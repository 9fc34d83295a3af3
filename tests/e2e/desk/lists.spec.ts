import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pressPrint, print, stopAtDialog } from '../printing.ts';
import { expect, openCustomer, openDesk, openTab, rows, test } from './desk-test.ts';
import { companies, contested, staff } from './users.ts';

async function exported(page: Page): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter', exact: true }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('staff export and print every list: all rows, with filters, customer and totals', async ({
  page,
  signInAsStaff,
}) => {
  test.slow();
  await stopAtDialog(page);
  await signInAsStaff(page, staff.listing.email);

  await openDesk(page, `/?scope=all&q=${contested.number}`);
  await expect(rows(page)).toHaveCount(1);
  await pressPrint(page, 'Imprimer');
  const queue = await print(page);
  expect(queue.heading).toMatch(
    new RegExp(`^File d’attente\n.* · 1\\sticket\nTous · Recherche\\s: «\\s${contested.number}\\s»$`),
  );
  expect(queue.rows[0]).toContain(`${contested.subject}${companies.tickets.name}`);
  expect([queue.rows.length, queue.buttons, queue.pages]).toEqual([1, 0, 1]);
  const file = await exported(page);
  expect(file.name).toMatch(/^file-d-attente-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.text.split('\r\n')[1]).toContain(`"${contested.number}";"${contested.subject}";"Vitrerie Fabron";`);

  await openCustomer(page, companies.viewed.name);
  await openTab(page, 'Factures');
  await expect(rows(page)).toHaveCount(3);
  const invoices = await exported(page);
  expect(invoices.name).toMatch(/^factures-faiencerie-gorbio-\d{4}-\d\d-\d\d\.csv$/);
  const lines = invoices.text.trim().split('\r\n');
  expect(lines[0]).toContain('"Client";"Numéro";"Montant (USD)";"Échéance";"Statut"');
  expect(lines[1]).toMatch(/^"Faïencerie Gorbio";"FA-GORBIO-\d";"\d+,\d\d";/);
  expect(lines.at(-1)).toMatch(/^"Total sans les annulés";"";"1250,50";/);
  const sheet = await print(page);
  expect(sheet.heading).toMatch(/^Factures\nFaïencerie Gorbio · .* · 3\sfactures\nTrié par Créée le, décroissant$/);
  expect(sheet.rows).toHaveLength(4);
  expect(sheet.rows[3]).toMatch(/^Total sans les annulés1\s250,50/);
  await openTab(page, 'Personnes');
  await expect(page.getByRole('tabpanel').locator('bdi').getByText(companies.viewed.owner)).toBeVisible();
  expect((await exported(page)).text).toContain(`"${companies.viewed.owner}";"Propriétaire";"Accès ouvert"`);

  await openDesk(page, '/audit?event=records');
  await expect(rows(page).filter({ hasText: 'a exporté une liste' }).first()).toBeVisible();
  await openDesk(page, '/customers');
  await expect(rows(page).first()).toBeVisible();
  expect((await exported(page)).text).toMatch(/\r\n"Total";/);
  await openDesk(page, '/mails');
  await expect(page.getByRole('button', { name: 'Exporter', exact: true })).toBeVisible();
});
