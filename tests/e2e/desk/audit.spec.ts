import { readFile } from 'node:fs/promises';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openDesk, rows, test } from './desk-test.ts';
import { contested, staff } from './users.ts';

test('the audit log names tickets and leads to them, by days, and as a file @all', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.auditing.email);
  await openDesk(page, `/?q=${contested.number}`);
  await page.getByRole('link', { name: contested.subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: contested.subject })).toBeVisible();

  await openDesk(page, '/audit?event=staff');
  const mine = rows(page).filter({ hasText: staff.auditing.name });
  const link = mine.getByRole('link', { name: contested.number }).first();
  await expect(link).toBeVisible();
  await expectNoViolation(page, 'audit log', [desktop, phone]);
  // On a phone, one button shows both.
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Imprimer ou exporter' }).click();
  await expect(page.getByRole('button', { name: 'Imprimer', exact: true })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter', exact: true }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"${contested.number}"`);

  await page.getByLabel('au', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Aucun résultat pour ces critères.')).toBeVisible();
  await page.getByLabel('au', { exact: true }).fill('');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: contested.subject })).toBeVisible();
});
