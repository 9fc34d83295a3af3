import { desktop, expectNoViolation, phone } from '../axe.ts';
import { linkDialog } from '../portal/portal-test.ts';
import { expect, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

const iban = 'FR7699999000020000000000197';

test('one proposes a bank account, another approves it, 72 hours have to pass, and a customer raises an alarm', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  linkMailedTo,
}) => {
  test.slow();
  await signInAsStaff(page, staff.proposing.email);
  await openDesk(page, '/bank-accounts');
  const pending = page.getByRole('region', { name: 'En cours' });
  await page.getByRole('button', { name: 'Proposer un compte' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN').fill('FR76 9999 9000 0200 0000 0000 198');
  await dialog.getByLabel('BIC').fill('ZZZZFRP1XXX');
  await dialog.getByLabel('Titulaire').fill('Rempart Azur');
  await dialog.getByRole('button', { name: 'Proposer et prévenir les clients' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Cet IBAN n’est pas valable');
  await expectNoViolation(page, 'proposing a bank account', [phone, desktop]);
  await dialog.getByLabel('IBAN').fill(iban);
  await dialog.getByRole('button', { name: 'Proposer et prévenir les clients' }).click();
  await expect(pending).toContainText('Vous avez proposé ce compte');
  await expect(pending.getByRole('button', { name: 'Approuver' })).toHaveCount(0);

  const other = await openElsewhere(browser, baseURL);
  await signInAsStaff(other, staff.approving.email);
  await openDesk(other, '/bank-accounts');
  const theirs = other.getByRole('region', { name: 'En cours' });
  await theirs.getByRole('button', { name: 'Approuver' }).click();
  await other.getByRole('dialog').getByLabel('IBAN').fill(iban);
  await other.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click();
  // Too early: it is approved, and not the active one.
  await expect(theirs).toContainText('Approuvé, en attente');
  await expect(theirs).toContainText('Actif à partir du');
  await expect(other.getByRole('region', { name: 'Compte actif' })).not.toContainText('FR76 9999');

  const customer = await openElsewhere(browser, baseURL);
  await customer.goto(await linkMailedTo(companies.filing.owner, /http\S+#bank-alarm=[\w-]+/));
  await linkDialog(customer, 'Donner l’alerte sur ce compte bancaire')
    .getByRole('button', { name: 'Donner l’alerte' })
    .click();
  await expect(customer.getByRole('heading', { name: 'Alerte donnée, merci' })).toBeVisible();
  await page.reload();
  await expect(pending).toContainText('Bloqué par une alerte');
  await expect(pending).toContainText(`${companies.filing.owner} a donné l’alerte`);
  await expectNoViolation(page, 'a bank account with an alarm', [phone, desktop]);

  await pending.getByRole('button', { name: 'Retirer' }).click();
  await dialog.getByLabel('Motif').fill('Essai du parcours');
  await dialog.getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Essai du parcours');
});
