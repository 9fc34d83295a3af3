import { desktop, expectNoViolation, phone } from '../axe.ts';
import { toast } from '../portal/portal-test.ts';
import { expect, openCustomer, openTab, rows, test } from './desk-test.ts';
import { staff } from './users.ts';

// The demo (main/admin/demo): an invoice of 640.00, and a payment of 0.99 that settles nothing yet.
test('staff settle a part of an invoice, and undo it @all', async ({ page, signInAsStaff, browserErrors }) => {
  test.slow();
  browserErrors.expect(/409.*payments\/allocate/);
  await signInAsStaff(page, staff.settling.email);
  await openCustomer(page, 'Cabinet Masséna');
  await openTab(page, 'Factures');
  await rows(page)
    .filter({ hasText: /640\s\$/ })
    .getByRole('link')
    .first()
    .click();
  const fact = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first();
  await expect(fact('Reste dû')).toHaveText(/^640\s\$$/);
  await page.getByLabel('Paiement ou avoir').selectOption({ label: 'ESP-0002 (reste 0,99 $)' });
  await page.getByLabel('Montant').fill('1,50');
  const refused = page.waitForResponse(/payments\/allocate/);
  await page.getByRole('button', { name: 'Rattacher', exact: true }).click();
  expect((await refused).status()).toBe(409);
  await page.getByLabel('Montant').fill('0,40');
  await page.getByRole('button', { name: 'Rattacher', exact: true }).click();
  await expect(toast(page, 'Règlement rattaché')).toBeVisible();
  await expect(fact('Reste dû')).toHaveText(/^639,60\s\$$/);
  await expectNoViolation(page, 'an invoice that is partly paid', [phone, desktop]);
  await page.getByRole('button', { name: 'Reprendre ESP-0002' }).click();
  await expect(toast(page, 'Rattachement repris')).toBeVisible();
  await expect(fact('Reste dû')).toHaveText(/^640\s\$$/);
});
