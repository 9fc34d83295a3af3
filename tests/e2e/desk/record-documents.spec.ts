import { pdf, png } from '#tests/support/files.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { openPortal, rows, signIn } from '../portal/portal-test.ts';
import { expect, openCustomer, openElsewhere, openTab, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

test('staff add, replace and withdraw the document of a contract, and the customer opens it', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/422.*records\/file/);
  await signInAsStaff(page, staff.filing.email);
  await openCustomer(page, companies.filing.name);
  await openTab(page, 'Contrats');
  await page.getByRole('link', { name: 'CT-BENDEJUN-1' }).click();
  const files = page.getByRole('region', { name: 'Fichiers' });
  const choose = (label: string, name: string, buffer: Buffer) =>
    files.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await choose('Ajouter un PDF', 'photo.pdf', png);
  await expect(files.getByRole('alert')).toHaveText('Le contenu du fichier ne correspond pas à son nom.');
  await choose('Ajouter un PDF', 'contrat.pdf', pdf);
  await expect(files.locator('bdi').getByText('contrat.pdf', { exact: true })).toBeVisible();
  await expectNoViolation(page, 'a contract with its document', [phone, desktop]);

  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.filing.owner);
  await openPortal(customer, '/contracts/CT-BENDEJUN-1');
  const download = customer.getByRole('link', { name: 'Download contrat.pdf' });
  const [opened] = await Promise.all([customer.waitForEvent('download'), download.click()]);
  expect(opened.suggestedFilename()).toBe('contrat.pdf');

  await choose('Remplacer contrat.pdf', 'avenant.pdf', Buffer.concat([pdf, Buffer.from('% 2\n')]));
  await expect(files.locator('bdi').getByText('avenant.pdf', { exact: true })).toBeVisible();
  await expect(files.locator('bdi').getByText('contrat.pdf', { exact: true })).toHaveCount(0);
  await customer.reload();
  await expect(customer.getByRole('link', { name: 'Download avenant.pdf' })).toBeVisible();

  await files.getByRole('button', { name: 'Retirer avenant.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expect(files.getByText('Aucun fichier.')).toBeVisible();
  const history = page.getByRole('region', { name: 'Historique' });
  for (const step of ['Fichier ajouté', 'Document remplacé', 'Document retiré'])
    await expect(history.getByText(step)).toBeVisible();
  await customer.reload();
  await expect(customer.getByText('There are no files.')).toBeVisible();
});

test('a customer asks about an invoice, and both sides open it from the ticket @all', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.filing.owner);
  await openPortal(customer, '/invoices/FA-BENDEJUN-1');
  await customer.getByRole('button', { name: 'Ask about this invoice' }).click();
  const form = customer.getByRole('dialog');
  await expect(form.getByLabel('Subject')).toHaveValue('Question about invoice FA-BENDEJUN-1');
  await form.getByRole('button', { name: 'Create Ticket' }).click();
  await rows(customer).filter({ hasText: 'Question about invoice FA-BENDEJUN-1' }).getByRole('link').first().click();
  const link = customer.getByRole('link', { name: 'FA-BENDEJUN-1', exact: true });
  await expect(link).toHaveAttribute('href', '/customer-portal/invoices/FA-BENDEJUN-1');
  const [, id = ''] = /support\/([\w-]+)/.exec(customer.url()) ?? [];

  await signInAsStaff(page, staff.asked.email);
  await page.goto(`/desk/tickets/${id}`);
  await page.getByRole('link', { name: 'FA-BENDEJUN-1', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Facture FA-BENDEJUN-1' })).toBeVisible();
});
