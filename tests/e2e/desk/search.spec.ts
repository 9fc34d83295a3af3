import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openDesk, rows, test } from './desk-test.ts';
import { companies, contested, leaks, staff } from './users.ts';

test('the queue and the palette find what staff are told on the phone', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.searching.email);
  await openDesk(page);
  const search = page.getByRole('searchbox', { name: 'Rechercher dans les tickets' });
  await search.fill(companies.keyboard.name);
  await expect(rows(page)).toHaveCount(leaks.length);
  await search.fill('Magnan pompe');
  await expect(rows(page)).toHaveCount(1);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Rechercher ou agir' });
  const found = (group: string) => page.getByRole('group', { name: group }).getByRole('option');
  await palette.fill(companies.records.owner);
  await expect(found('Personnes')).toHaveText([new RegExp(companies.records.owner)]);
  await palette.fill('ct-carros-1');
  await expect(found('Contrats')).toHaveText([/CT-CARROS-1 · Infogérance/]);
  await palette.fill('1 250,50');
  await expect(found('Factures').filter({ hasText: 'FC-2025-0001' })).toBeVisible();
  await palette.fill('felee');
  await expect(found('Dans les messages')).toContainText([/La vitre est fêlée/]);
  await expectNoViolation(page, 'search results', [desktop, phone]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: contested.subject })).toBeVisible();
});
