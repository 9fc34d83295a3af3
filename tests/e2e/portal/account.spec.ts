import { readFile } from 'node:fs/promises';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { messages } from './conversation-test.ts';
import { expect, openPortal, test, toast } from './portal-test.ts';
import { supported } from './users.ts';

const { owner, name: company } = supported.account;

test('a user changes the name, downloads the own data and asks for a correction of the company @engines', async ({
  page,
  signInAs,
}) => {
  await signInAs(owner);
  await openPortal(page, '/account');
  const name = page.getByRole('textbox', { name: /^Name/ });
  await expectNoViolation(page, 'account', [desktop, phone]);
  await name.fill('Ada Peillon');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Saved')).toContainText('Your name: Ada Peillon');
  await page.reload();
  await expect(name).toHaveValue('Ada Peillon');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = await readFile(await file.path(), 'utf8');
  for (const own of [owner, 'Ada Peillon', company]) expect(data).toContain(own);

  await page.getByLabel('Company Name').fill(`${company} et fils`);
  await page.getByRole('button', { name: 'Request the correction' }).click();
  await toast(page, 'Request sent').getByRole('link', { name: 'Show the ticket' }).click();
  await expect(messages(page).first()).toContainText(`Company Name: ${company} → ${company} et fils`);

  await openPortal(page, '/account');
  await page.getByRole('link', { name: 'Open security settings' }).click();
  await expect(page).toHaveURL('/customer-portal/security');
});
