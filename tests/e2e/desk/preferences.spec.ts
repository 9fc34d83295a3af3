import { desktop, expectNoViolation, phone } from '../axe.ts';
import { toast } from '../portal/portal-test.ts';
import { expect, openDesk, test } from './desk-test.ts';
import { staff } from './users.ts';

test('a staff member chooses which mails about tickets to get @all', async ({ page, signInAsStaff, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await signInAsStaff(page, staff.choosing.email);
  await openDesk(page);
  // With a hyphen that does not break.
  await page.getByRole('link', { name: /^Préférences$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Préférences$/ })).toBeVisible();
  const replies = page.getByLabel('Le client répond');
  const overdue = page.getByLabel('Une réponse est en retard');
  await expect(replies).toHaveValue('mail');
  await expectNoViolation(page, 'mails to staff', [desktop, phone]);

  await replies.focus();
  await replies.selectOption('Dans un résumé quotidien à 8 h');
  await expect(toast(page, 'Enregistré')).toContainText('Le client répond : Dans un résumé quotidien à 8 h');
  await expect(replies).toBeFocused();
  await overdue.selectOption('Pas du tout');
  await expect(toast(page, 'Enregistré')).toContainText('Une réponse est en retard, ou le sera bientôt : Pas du tout');
  await page.reload();
  await expect(replies).toHaveValue('digest');
  await expect(overdue).toHaveValue('none');
  await expect(page.getByLabel('Un ticket vous est attribué')).toHaveValue('mail');

  // What could not be saved says so and is taken back.
  await page.route('**/api/desk/notifications', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await overdue.selectOption('mail');
  await expect(page.getByRole('alert')).toContainText('Ce choix n’a pas été enregistré. Le serveur ne répond pas.');
  await expect(overdue).toHaveValue('none');
});
