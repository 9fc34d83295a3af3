import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { toast } from '../portal/portal-test.ts';
import { password } from '../portal/users.ts';
import { codeFor, expect, openCustomer, openDesk, test } from './desk-test.ts';
import { companies, locked, staff } from './users.ts';

const { name, owner } = companies.people;

test('staff invite people, change their roles, remove them and help with a lost second factor', async ({
  page,
  dataDir,
  signInAsStaff,
  browserErrors,
}) => {
  test.slow();
  // The last owner stays, and a weaker account needs a confirmation.
  browserErrors.expect(/409.*people|403.*remove-factors|40[01].*auth\/(password|passkeys)\/confirm/);
  await signInAsStaff(page, staff.accounts.email);
  await openCustomer(page, name);
  const dialog = page.getByRole('dialog');
  const person = (email: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: email });
  await expectNoViolation(page, 'people', [phone, tablet, desktop]);

  await page.getByRole('button', { name: 'Inviter' }).click();
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  await dialog.getByLabel('E-mail').fill('new@saleya.example');
  await dialog.getByRole('checkbox', { name: /^Demandeur/ }).uncheck();
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choisissez au moins un rôle.');
  await expectNoViolation(page, 'invitation', [phone, desktop]);
  await dialog.getByRole('checkbox', { name: /^Technique/ }).check();
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await expect(person('new@saleya.example')).toContainText('Technique');
  // While it is sent again, it cannot be withdrawn: it would come back.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/people/invite', (route) => released.then(() => route.continue()), { times: 1 });
  const withdrawals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/withdraw-invitation')) withdrawals.push(request.url());
  });
  const withdraw = person('new@saleya.example').getByRole('button', { name: 'Annuler l’invitation' });
  await person('new@saleya.example').getByRole('button', { name: 'Renvoyer' }).click();
  await expect(withdraw).toHaveAttribute('aria-disabled', 'true');
  await withdraw.dispatchEvent('click');
  release();
  await expect(toast(page, 'L’invitation à new@saleya.example est partie.').first()).toBeVisible();
  await expect(withdraw).toHaveAttribute('aria-disabled', 'false');
  expect(withdrawals).toEqual([]);
  await withdraw.click();
  await expect(person('new@saleya.example')).toHaveCount(0);

  await person(owner).getByRole('button', { name: 'Retirer' }).click();
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Retirer l’accès' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^C’est le dernier propriétaire de ce client/);
  await dialog.getByRole('button', { name: 'Annuler' }).click();

  await person(locked).getByRole('button', { name: 'Rôles' }).click();
  await dialog.getByRole('checkbox', { name: /^Technique/ }).check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(person(locked)).toContainText('Facturation, Technique');

  await expect(person(locked)).toContainText('Second facteur');
  // A sign-in of the last minutes counts as a confirmation: this one is made older.
  const older = { error: { code: 'confirmation_required', message: 'Please confirm that it is you.' } };
  await page.route('**/people/remove-factors', (route) => route.fulfill({ status: 403, json: older }), { times: 1 });
  await person(locked).getByRole('button', { name: 'Second facteur perdu' }).click();
  await dialog.getByLabel('Motif').fill('Téléphone perdu, identité vérifiée au téléphone');
  await dialog.getByRole('button', { name: 'Retirer les seconds facteurs' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirmez que c’est vous' })).toBeVisible();
  await expectNoViolation(page, 'confirmation', [phone, desktop]);
  await dialog.getByLabel('Votre mot de passe').fill('not this one');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog.getByRole('alert').last()).toHaveText(/n’est pas le bon|Saisissez aussi le code/);
  await dialog.getByLabel('Votre mot de passe').fill(password);
  await dialog.getByLabel('Code de votre application').fill(await codeFor(staff.accounts.email, dataDir, 1));
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(toast(page, `Les seconds facteurs de ${locked} sont retirés.`)).toBeVisible();
  await expect(person(locked)).toContainText('Sans second facteur');

  await person(locked).getByRole('button', { name: 'Retirer' }).click();
  await dialog.getByRole('button', { name: 'Retirer l’accès' }).click();
  await expect(person(locked)).toHaveCount(0);
  await expect(toast(page, `${locked} n’a plus accès à ce client.`)).toBeVisible();
});

test('staff change a customer’s details, see the portal as the customer does, and come back @all', async ({
  page,
  signInAsStaff,
  browserErrors,
}) => {
  // The portal asks for things that a view as customer does not have.
  browserErrors.expect(/40[34].*api\//);
  await signInAsStaff(page, staff.viewing.email);
  await openCustomer(page, companies.viewed.name);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Modifier' }).click();
  await dialog.getByLabel('Personne à contacter').fill('Agnès Roux');
  await dialog.getByLabel('Risque').selectOption('Élevé');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Agnès Roux')).toBeVisible();
  await expect(page.getByText('Risque élevé')).toBeVisible();

  await page.getByRole('button', { name: 'Voir son espace' }).click();
  await expect(page).toHaveURL(/\/customer-portal/);
  await expect(page.getByText(companies.viewed.name).first()).toBeVisible();
  await openDesk(page, '/customers');
  const banner = page.getByText(`Vous voyez l’espace client de ${companies.viewed.name}`);
  await expect(banner).toBeVisible();
  await expectNoViolation(page, 'viewing', [phone, desktop]);
  await page.getByRole('button', { name: 'Arrêter' }).click();
  await expect(banner).toHaveCount(0);
  await expect(toast(page, 'Vous ne voyez plus l’espace de ce client.')).toBeVisible();
});
