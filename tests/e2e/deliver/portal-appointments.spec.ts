import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import { expectNoViolation } from '../axe.ts';
import { companies } from '../desk/users.ts';
import { languageCookie } from '#contract/languages.ts';
import { signIn } from '../portal/portal-test.ts';
import { chooseTime, expect, invitationIn, test } from './booking.ts';

const customer = companies.filing.owner;

test('a customer books in French, confirmed at once, then moves and cancels', async ({
  page,
  offer: { weekday },
  mailsTo,
  baseURL,
}) => {
  const nextMail = async (count: number) => {
    await expect
      .poll(async () => (await mailsTo(customer)).filter(({ attachments }) => attachments.length > 0).length)
      .toBe(count);
    return invitationIn((await mailsTo(customer)).findLast(({ attachments }) => attachments.length > 0));
  };
  const known = (await mailsTo(customer)).filter(({ attachments }) => attachments.length > 0).length;
  await page.context().addCookies([{ name: languageCookie, value: 'fr', url: baseURL ?? '' }]);
  await signIn(page, customer);
  await page.goto('/customer-portal/appointments');
  const main = page.getByRole('main');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(main.getByRole('heading', { name: 'Rendez' })).toBeVisible();
  await main.getByRole('button', { name: 'Prendre rendez' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Réserver' }).click();
  await expect(dialog.getByText('Choisissez un jour et une heure.')).toBeVisible();
  await chooseTime(dialog, weekday);
  await dialog.getByText('Téléphone', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Réserver' }).click();
  await expect(dialog.getByText('Indiquez le numéro auquel')).toBeVisible();
  await dialog.getByLabel('Numéro de téléphone').fill('+33 4 65 71 00 12');
  await expectNoViolation(page, 'a customer books');
  await dialog.getByRole('button', { name: 'Réserver' }).click();
  await expect(toasts.getByText(keepTogether('Rendez-vous réservé'))).toBeVisible();
  await expect(dialog).toBeHidden();
  const coming = main.getByRole('listitem').filter({ hasText: 'Confirmé' });
  await expect(coming).toHaveCount(1);
  await expect(coming).toContainText(weekday);
  await expect(coming).toContainText('Téléphone');
  await expectNoViolation(page, 'an appointment of a customer');
  const first = await nextMail(known + 1);
  expect(first).toMatchObject({ method: 'REQUEST', sequence: 0 });

  await coming.getByRole('button', { name: 'Déplacer' }).click();
  await chooseTime(dialog, weekday);
  await dialog.getByRole('button', { name: 'Choisir ce créneau' }).click();
  await expect(toasts.getByText(keepTogether('Rendez-vous déplacé'))).toBeVisible();
  const moved = await nextMail(known + 2);
  expect(moved).toMatchObject({ method: 'REQUEST', uid: first.uid, sequence: 1 });
  expect(moved.startsAt).not.toBe(first.startsAt);

  await coming.getByRole('button', { name: 'Annuler' }).click();
  await dialog.getByRole('button', { name: keepTogether('Annuler le rendez-vous') }).click();
  await expect(toasts.getByText(keepTogether('Rendez-vous annulé'))).toBeVisible();
  await expect(coming).toHaveCount(0);
  await expect(main.getByRole('listitem').filter({ hasText: 'Annulé' }).first()).toBeVisible();
  expect(await nextMail(known + 3)).toMatchObject({
    method: 'CANCEL',
    uid: first.uid,
    sequence: 2,
    status: 'CANCELLED',
  });
});
