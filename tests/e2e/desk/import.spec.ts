import { readFile, truncate, writeFile } from 'node:fs/promises';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { openPortal, rows as portalRows } from '../portal/portal-test.ts';
import { chooseFile, expect, openCustomer, openDesk, openElsewhere, openTab, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

const { name, owner } = companies.importing;
const header = 'number;amount;due_date;status';
const correct = [header, 'FA-CIMIEZ-1;250,50;31/12/2026;À payer', 'FA-CIMIEZ-2;1 000,00;31/01/2027;pending'];

test('staff imports invoices with a preview, and the customer sees them', async ({
  page,
  browser,
  baseURL,
  signInAs,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  // Files that the API refuses, and a plan that no longer fits.
  browserErrors.expect(/40[09].*api\/desk\/imports/);
  await signInAsStaff(page, staff.importing.email);
  await openCustomer(page, name);
  await openTab(page, 'Import');
  await page.getByText('Colonnes du fichier').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'due_date' })).toContainText('Échéance');
  const template = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Télécharger un modèle' }).click();
  expect((await template).suggestedFilename()).toBe('factures.csv');
  await expectNoViolation(page, 'import', [phone, tablet, desktop]);

  const plan = (kind: string) => page.locator('.plan-counts > div').filter({ hasText: kind }).locator('dd');
  await chooseFile(page, [...correct, 'FA-CIMIEZ-3;12,345;31/01/2027;pending', 'FA-CIMIEZ-4;-10;31/02/2027;litige']);
  await expect(plan('Refusés')).toHaveText('2');
  const rejected = page.getByRole('listitem').filter({ hasText: /^Ligne [45]/ });
  await expect(rejected).toHaveText([
    'Ligne 4Montant vaut 12,345 : écrivez un montant comme 1 250,50 ou 1250,50 €',
    'Ligne 5Échéance vaut 31/02/2027 : écrivez une date comme 31/12/2026Statut « litige » n’est pas un statut connuMontant vaut -10.00 : seul un avoir est négatif, et il indique sa facture dans « Avoir de »',
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger les lignes refusées' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/^\ufeff"number";"amount";"due_date";"status";"Erreurs"\r\n"FA-CIMIEZ-3";"12,345"/);
  await page.getByLabel('Accepter les statuts inconnus').click();
  await expect(rejected.last()).not.toContainText('statut connu');
  await page.getByLabel('Accepter les statuts inconnus').click();
  await expect(page.getByText('Un fichier avec des lignes refusées n’est pas importé.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Enregistrer/ })).toHaveCount(0);
  await expectNoViolation(page, 'plan with rejected rows', [phone, tablet, desktop]);

  await chooseFile(page, correct);
  await expect(plan('Nouveaux')).toHaveText('1');
  await expect(plan('Modifiés')).toHaveText('1');
  const changed = page.getByRole('listitem').filter({ hasText: 'FA-CIMIEZ-1' }).first();
  await expect(changed.locator('li').filter({ hasText: 'Montant' })).toContainText(/avant 100\s\$après 250,50\s\$/);

  // Meanwhile a colleague corrects the same invoice: the plan is made again and shown again.
  const colleague = await openElsewhere(browser, baseURL);
  await colleague.context().addCookies(await page.context().cookies());
  await openCustomer(colleague, name);
  await openTab(colleague, 'Factures');
  await colleague.getByRole('button', { name: 'Corriger FA-CIMIEZ-1' }).click();
  await colleague.getByLabel('Montant').fill('200');
  await colleague.getByLabel('Motif').fill('Erreur de saisie');
  await colleague.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(colleague.getByRole('dialog')).toHaveCount(0);
  await colleague.context().close();

  await page.getByRole('button', { name: 'Enregistrer 2 lignes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Les données ont changé depuis l’aperçu.' })).toBeVisible();
  await expect(changed.locator('li').filter({ hasText: 'Montant' })).toContainText(/avant 200\s\$après 250,50\s\$/);
  await page.getByRole('button', { name: 'Enregistrer 2 lignes' }).click();
  await expect(page.getByRole('heading', { name: 'L’import est enregistré' })).toBeFocused();
  await expect(page.getByText('1 ligne ajoutée, 1 ligne modifiée.')).toBeVisible();
  await expectNoViolation(page, 'import done', [phone, desktop]);

  // A second time nothing is left to do.
  await page.getByRole('button', { name: 'Importer un autre fichier' }).click();
  await chooseFile(page, correct);
  await expect(plan('Inchangés')).toHaveText('2');
  await expect(page.getByText('Le fichier ne change rien : tout est déjà enregistré.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Enregistrer/ })).toHaveCount(0);

  await page.context().clearCookies();
  await signInAs(owner);
  await openPortal(page, '/invoices');
  await expect(portalRows(page).filter({ hasText: 'FA-CIMIEZ-1' })).toContainText('$250.50');
  await expect(portalRows(page).filter({ hasText: 'FA-CIMIEZ-2' })).toContainText('$1,000');
});

test('a lost response does not import twice @all', async ({ page, signInAsStaff, browserErrors }) => {
  browserErrors.expect(/503.*imports\/apply/);
  await signInAsStaff(page, staff.twice.email);
  await openCustomer(page, companies.twice.name);
  await openTab(page, 'Import');
  await chooseFile(page, [header, 'FA-TWICE-1;5;31/12/2026;pending']);
  const apply = page.getByRole('button', { name: 'Enregistrer 1 ligne' });
  // The first response is lost: staff press again.
  await page.route('**/api/desk/imports/apply**', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, body: '<html>' });
  });
  await apply.click();
  await expect(page.getByRole('alert')).toHaveText(/momentanément indisponible/);
  await page.unroute('**/api/desk/imports/apply**');
  await apply.click();
  await expect(page.getByText('Ce fichier avait déjà été importé : rien n’a changé.')).toBeVisible();
  await page.getByRole('link', { name: 'Voir la liste' }).click();
  await expect(page.locator('.records tbody tr')).toHaveCount(1);
});

test('files that cannot be imported are refused in French, and nothing hangs @all', async ({
  page,
  signInAsStaff,
  browserErrors,
}, testInfo) => {
  test.slow();
  browserErrors.expect(/400.*api\/desk\/imports/);
  await signInAsStaff(page, staff.looking.email);
  await openDesk(page, '/import');
  const alert = page.getByRole('alert');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  const large = testInfo.outputPath('factures.csv');
  await writeFile(large, '');
  await truncate(large, 50 * 1024 * 1024);
  await page.locator('input[type=file]').setInputFiles(large);
  await expect(alert).toContainText('Le fichier fait 50 Mo : la limite est de 10 Mo.');
  await chooseFile(page, Buffer.alloc(0));
  await expect(alert).toHaveText(/^Le fichier est vide/);
  await chooseFile(page, ['number'], 'factures.xlsx.zip');
  // Its media type says CSV: the API decides.
  await expect(alert).toHaveText('Ligne 1 : il manque la colonne « amount ».');
  expect(requests.filter((url) => url.includes('/api/desk/imports/'))).toHaveLength(1);

  await chooseFile(page, Buffer.from(`customer;${header}\nÉté;FA-1;5;31/12/2026;payée`, 'latin1'));
  await expect(page.getByRole('listitem').filter({ hasText: 'Ligne 2' })).toContainText(
    'n’est pas un client connu (Été)',
  );
  await chooseFile(page, [header, 'FA-1;5;;']);
  await expect(alert).toHaveText('Ligne 1 : il manque la colonne « Client » avec le nom du client.');
  await chooseFile(page, ['customer;number;amount;colour', 'A;B;1;red']);
  await expect(alert).toContainText('Ligne 1 : la colonne « colour » n’est pas connue.');
  await chooseFile(page, ['customer;number;amount', 'A;"never closed;1']);
  await expect(alert).toHaveText(/^Un guillemet n’est jamais fermé/);
  await expectNoViolation(page, 'a file that is refused', [phone, desktop]);
  await chooseFile(page, ['customer;number;amount', 'Personne de connu;FA-1;1']);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ligne 2' })).toContainText(
    'n’est pas un client connu (Personne de connu)',
  );
  await expect(alert).toHaveCount(0);
});
