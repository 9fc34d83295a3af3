import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { type Facts, plain } from '#tests/fixtures/invoices/facts.ts';
import { pdfWith } from '#tests/fixtures/invoices/pdf.ts';
import { peppolUbl } from '#tests/fixtures/invoices/ubl-producers.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openDesk, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

const { name } = companies.reading;
const siren = '441112223';
// Another account than the active one would be a contradiction.
const { iban: _iban, ...unpaidTo } = plain;
const invoice = (number: string, more: Partial<Facts> = {}): Facts => ({
  ...unpaidTo,
  currency: 'USD',
  number,
  buyer: { name, siren },
  ...more,
});
const xml = (facts: Facts, file = `${facts.number}.xml`) => ({
  name: file,
  mimeType: 'text/xml',
  buffer: Buffer.from(peppolUbl(facts)),
});

test('staff drop invoices of the books, choose the customer once, and see what contradicts', async ({
  page,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/40[09].*api\/desk\/imports/);
  await signInAsStaff(page, staff.reading.email);
  await openDesk(page, '/import');
  await page.getByRole('tab', { name: 'Factures (PDF, XML)' }).click();
  await expect(page.getByText('Aucun fichier pour l’instant.')).toBeVisible();
  await expectNoViolation(page, 'import of documents', [phone, desktop]);

  const choose = (files: Parameters<ReturnType<typeof page.locator>['setInputFiles']>[0]) =>
    page.locator('input[type=file]').setInputFiles(files);
  const row = (file: string) => page.getByRole('list', { name: 'Fichiers' }).locator('> li').filter({ hasText: file });
  const pdf = Buffer.from(await pdfWith({ 'factur-x.xml': frenchCii(invoice('RB-1')) }));
  await choose({ name: 'RB-1.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(row('RB-1.pdf')).toContainText('Client inconnu');
  await row('RB-1.pdf').getByRole('button', { name: 'Choisir le client' }).click();
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).click();
  await expect(row('RB-1.pdf')).toContainText('Nouvelle facture');
  await row('RB-1.pdf').getByLabel(`Retenir le SIREN ${siren} pour ce client`).click();
  await expect(row('RB-1.pdf').getByLabel(`Retenir le SIREN ${siren} pour ce client`)).toBeChecked();
  await row('RB-1.pdf').getByRole('button', { name: 'Enregistrer' }).click();
  await expect(row('RB-1.pdf')).toContainText('Enregistrée');

  // The next ones find their customer.
  await choose([
    xml(invoice('RB-2')),
    xml(invoice('RB-3')),
    xml(invoice('RB-4', { totals: { ...plain.totals, gross: '288.01' } })),
    xml(invoice('RB-5', { currency: 'CHF' })),
    xml(invoice('RB-1'), 'autre.xml'),
    { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdfWith({})) },
    { name: 'vide.xml', mimeType: 'text/xml', buffer: Buffer.alloc(0) },
  ]);
  await expect(row('RB-2.xml')).toContainText('Nouvelle facture');
  await expect(row('RB-4.xml')).toContainText(/Total TTC : 288.01 au lieu de 288.00/);
  await expect(row('RB-5.xml')).toContainText(/Devise : CHF dans le document, USD/);
  await expect(row('RB-5.xml').getByRole('button', { name: 'Enregistrer malgré les contradictions' })).toBeVisible();
  await expect(row('autre.xml')).toContainText('Un autre document de ce numéro est déjà enregistré.');
  await expect(row('photo.pdf')).toContainText('Le PDF ne contient pas de facture au format XML.');
  await expect(row('vide.xml')).toContainText('Le fichier est vide.');
  await row('RB-2.xml').getByText('Détails').click();
  await expect(row('RB-2.xml')).toContainText('Net à payer');
  await expectNoViolation(page, 'documents that were read', [phone, desktop]);

  await page.getByRole('button', { name: 'Enregistrer 3 factures' }).click();
  await expect(row('RB-3.xml')).toContainText('Enregistrée');
  await row('autre.xml').getByRole('button', { name: 'Remplacer le document' }).click();
  await expect(row('autre.xml')).toContainText('Remplace le document');
  await row('autre.xml').getByRole('button', { name: 'Enregistrer' }).click();
  await expect(row('autre.xml')).toContainText('Enregistrée');

  // The same file again changes nothing.
  await page.reload();
  await choose(xml(invoice('RB-2'), 'encore.xml'));
  await expect(row('encore.xml')).toContainText('Déjà enregistrée');
  await row('encore.xml').getByRole('button', { name: 'Retirer encore.xml de la liste' }).click();
  await expect(page.getByText('Aucun fichier pour l’instant.')).toBeVisible();
});
