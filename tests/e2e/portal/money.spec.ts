import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { unzip } from '#tests/support/unzip.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { demoPassword } from '../journey-server.ts';
import { scan } from '../scan.ts';
import { expect, openPortal, post, rows, test } from './portal-test.ts';
import { teams } from './users.ts';

// The users and documents of the demo (main/admin/demo).
const claire = 'claire@cabinet-massena.example';
const karim = 'karim@atlas-distribution.example';

async function signInToDemo(page: Page, email: string): Promise<void> {
  const { status } = await post(page, '/api/auth/sign-in/password', { email, password: demoPassword });
  expect(status).toBe(200);
}

async function download(page: Page, link: Locator) {
  const starting = page.waitForEvent('download');
  await link.click();
  const started = await starting;
  return { name: started.suggestedFilename(), content: await readFile(await started.path()) };
}

/** The invoice in euros that is due soon: its number depends on the year. */
async function openInvoice(page: Page): Promise<string> {
  await openPortal(page, '/invoices');
  const link = rows(page)
    .filter({ hasText: /\$2,450/ })
    .filter({ hasText: 'pending' })
    .getByRole('link', { name: /^F\d{4}-\d{5}$/ });
  const number = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 2, name: `Invoice ${number}` })).toBeVisible();
  return number;
}

test('a customer reads an invoice, pays it, asks about it and takes the year along', async ({ page }) => {
  test.slow();
  await signInToDemo(page, claire);
  const number = await openInvoice(page);
  await expect(page).toHaveURL(new RegExp(`/customer-portal/invoices/${number}$`));
  await expect(page.getByRole('cell', { name: /^Infogérance du parc/ })).toBeVisible();
  await expect(page.getByText('€2,041.67').first()).toBeVisible();
  await expectNoViolation(page, 'an invoice', [phone, desktop]);

  const pdf = await download(page, page.getByRole('link', { name: `Download ${number}.pdf` }));
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  const xml = await download(page, page.getByRole('link', { name: `Download ${number}.xml` }));
  expect(xml.content.toString()).toContain(`<ram:ID>${number}</ram:ID>`);

  const code = await scan(page.getByRole('img', { name: 'QR code for your banking app' }));
  const account = ['ZZZZFRP1XXX', 'Rempart Azur', 'FR4299999000010123456789042'];
  expect(code?.split('\n')).toEqual(['BCD', '002', '1', 'SCT', ...account, 'EUR2450.00', '', '', number, '']);

  await page.getByRole('button', { name: 'Ask about this invoice' }).click();
  const dialog = page.getByRole('dialog');
  const subject = `Question about invoice ${number}`;
  await expect(dialog.getByLabel('Subject')).toHaveValue(subject);
  await expectNoViolation(page, 'a question about an invoice', [phone, desktop]);
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(dialog).toHaveCount(0);
  await openPortal(page, '/support');
  await rows(page).filter({ hasText: subject }).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: new RegExp(number) }).first()).toHaveAttribute(
    'href',
    new RegExp(`/customer-portal/invoices/${number}$`),
  );

  await openPortal(page, '/payments');
  await page.getByRole('link', { name: 'Statement of account' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Statement of account' })).toBeVisible();
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/from=2020-01-01/);
  await expect(page.getByRole('row', { name: /Opening balance \$0/ })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`Invoice ${number} \\$2,450`) })).toBeVisible();
  await expectNoViolation(page, 'a statement', [phone, desktop]);
  // In a grid, the heading that is repeated on the next sheet would push the closing balance below what follows.
  await page.emulateMedia({ media: 'print' });
  const containers = await page
    .getByRole('row', { name: /Closing balance/ })
    .evaluate((row) =>
      [row.closest('section')?.parentElement, row.closest('section')?.parentElement?.parentElement].map(
        (one) => one && getComputedStyle(one).display,
      ),
    );
  expect(containers).toEqual(['block', 'block']);
  await page.emulateMedia({ media: null });
  const csv = await download(page, page.getByRole('link', { name: 'CSV' }));
  expect(csv.content.toString()).toContain(`"invoice","${number}"`);
  const sheet = await download(page, page.getByRole('link', { name: 'PDF', exact: true }));
  expect(sheet.content.subarray(0, 5).toString()).toBe('%PDF-');
  const archive = await download(page, page.getByRole('link', { name: /^All documents of \d{4} \(ZIP\)$/ }));
  expect(Object.keys(unzip(archive.content)).join(' ')).toContain(`${number}.pdf`);
});

test('another customer’s invoice does not exist, and a technical user sees no money @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/40[34].*api\/portal/);
  await signInToDemo(page, claire);
  const number = await openInvoice(page);
  await page.context().clearCookies();
  await signInToDemo(page, karim);
  await openPortal(page, `/invoices/${number}`);
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible();
  await expect(page.getByText('Infogérance')).toHaveCount(0);
  await expectNoViolation(page, 'an invoice of somebody else', [phone, desktop]);

  await signInAs(teams.removing.colleague);
  await openPortal(page);
  for (const name of ['Invoices', 'Payments']) await expect(page.getByRole('tab', { name })).toHaveCount(0);
  for (const path of [`invoices/detail?number=${number}`, 'bank-accounts', 'statements?from=2020-01-01&to=2030-01-01'])
    expect((await page.request.get(`/api/portal/${path}`)).status(), path).toBe(403);
});
