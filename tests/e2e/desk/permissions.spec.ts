import { desktop, expectNoViolation, phone } from '../axe.ts';
import { submitSignIn } from '../portal/portal-test.ts';
import { password, users } from '../portal/users.ts';
import { expect, openDesk, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('staff without a permission see no such screen, and are told so', async ({ page, signInAsStaff, baseURL }) => {
  await signInAsStaff(page, staff.sales.email);
  await page.goto('/desk');
  // Nothing to answer: the first screen is the list of customers.
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  const places = page.getByRole('navigation', { name: 'Centre de services' }).getByRole('link');
  await expect(places).toHaveText([/^Clients/]);
  await expect(page.getByRole('button', { name: 'Nouveau client' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Importer' })).toHaveCount(0);

  await openDesk(page, `/customers?q=${encodeURIComponent(companies.records.name)}`);
  await page.getByRole('link', { name: companies.records.name }).click();
  await expect(page.getByRole('tab')).toHaveText([/^Factures/, /^Contrats/, /^Paiements/, /^Licences/]);
  for (const name of ['Modifier', 'Voir son espace', /^Corriger/, /^Annuler/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);

  for (const path of ['/audit', '/health', '/import', '/tickets/00000000-0000-4000-8000-000000000000']) {
    await openDesk(page, path);
    await expect(page.getByRole('heading', { level: 1, name: 'Page réservée' })).toBeVisible();
  }
  await expectNoViolation(page, 'forbidden', [phone, desktop]);
  await page.getByRole('link', { name: 'Revenir au centre de services' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();

  const headers = { Origin: baseURL ?? '' };
  const refused = await page.request.post('/api/desk/customers', { data: { name: 'Sans droit' }, headers });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'forbidden']);
});

test('a password alone does not open the desk, and the screen says what to do', async ({ page, browserErrors }) => {
  // The desk refuses the session; the portal has no customer for it.
  browserErrors.expect(/403.*api\/desk|404.*api\/portal/);
  await page.goto('/desk/customers');
  await submitSignIn(page, staff.weak.email, password);
  await expect(page.getByRole('heading', { level: 1, name: 'Un second facteur est nécessaire' })).toBeVisible();
  await expectNoViolation(page, 'second factor required', [phone, desktop]);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('link', { name: 'Ajouter un second facteur' }).click();
  await expect(page).toHaveURL('/customer-portal/security');
});

test('for a customer there is no desk', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/404.*api\/desk/);
  await signInAs(users.claire);
  await page.goto('/desk/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Cette page n’existe pas' })).toBeVisible();
  await expectNoViolation(page, 'not staff', [phone, desktop]);
});
