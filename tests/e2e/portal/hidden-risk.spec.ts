import { readFile } from 'node:fs/promises';
import { expect, openPortal, rows, test } from './portal-test.ts';
import { users } from './users.ts';

test('with PORTAL_RISK=hidden neither overview nor invoices show a risk', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  await expect(page.getByText('Account Status')).toBeVisible();
  await openPortal(page, '/invoices');
  await expect(page.getByRole('columnheader', { name: 'Risk Score' })).toBeVisible();

  // As a server with that setting responds; api/routes/portal-risk.test.ts has its API.
  await page.route(/\/api\/(auth\/session|portal\/(customers\/current|invoices))/, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(/"(risk|riskScore)":[^,}]+,/g, '');
    await route.fulfill({ response, body: text.replace('"isRiskHidden":false', '"isRiskHidden":true') });
  });
  await openPortal(page);
  await expect(page.getByText('Outstanding Balance')).toBeVisible();
  await expect(page.getByText('Account Status')).toHaveCount(0);
  await expect(page.getByText(/risk/i)).toHaveCount(0);
  // A link from before the setting was changed.
  await openPortal(page, '/invoices?sort=riskScore');
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([/Invoice ID/, /Amount/, /Due Date/, /Status/]);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByLabel('Sort by').locator('option')).not.toContainText(['Risk Score']);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await saving).path(), 'utf8');
  expect(csv).toContain('Invoice ID');
  expect(csv).not.toContain('Risk');
});
