import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import { expectNoViolation } from '../axe.ts';
import { bookingFormOf, chooseTime, expect, heldTitle, linkIn, openLink, test } from './booking.ts';
import { newEmail } from './deliver-test.ts';

const minuteMs = 60_000;
const yearMs = 365 * 24 * 60 * minuteMs;
const another = { name: 'Choisir un autre créneau' };

test('a link whose 15 minutes passed, whose time was taken, that was used, cancelled or is past', async ({
  page,
  visit,
  offer: { weekday },
  mailsTo,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const email = newEmail('lien');
  await visit('/schedule-consultation');
  const { fill, picker, submit, confirmation } = bookingFormOf(page);
  await fill(email);
  await chooseTime(picker, weekday);
  await submit.click();
  await expect(confirmation).toContainText(heldTitle);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const link = linkIn((await mailsTo(email))[0]);
  const dialog = page.getByRole('dialog');
  const heading = dialog.getByRole('heading', { level: 2 });
  const confirm = dialog.getByRole('button', { name: keepTogether('Confirmer le rendez-vous') });
  const cancel = dialog.getByRole('button', { name: keepTogether('Annuler le rendez-vous') });

  await test.step('somebody else has the time', async () => {
    await page.clock.setFixedTime(Date.now() + 20 * minuteMs);
    await openLink(page, link);
    await expect(heading).toHaveText('Le créneau n’est plus réservé');
    await expectNoViolation(page, 'an expired link');
    await page.route('**/api/appointments/confirm', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'slot_taken', message: '' } } }),
    );
    await confirm.click();
    await expect(heading).toHaveText('Ce créneau a été pris');
    await expect(heading).toBeFocused();
    await expectNoViolation(page, 'a time that was taken');
    await expect(dialog.getByRole('button', another)).toBeVisible();
    await page.unroute('**/api/appointments/confirm');
  });

  await test.step('nobody has it: it is confirmed, and the link then shows the appointment', async () => {
    await openLink(page, link);
    await confirm.click();
    await expect(heading).toHaveText(keepTogether('Votre rendez-vous est confirmé'));
    await openLink(page, link);
    await expect(heading).toHaveText(keepTogether('Votre rendez-vous'));
    await expect(confirm).toBeHidden();
  });

  await test.step('past', async () => {
    await page.clock.setFixedTime(Date.now() + yearMs);
    await openLink(page, link);
    await expect(heading).toHaveText(keepTogether('Ce rendez-vous est passé'));
    await expect(dialog.getByRole('button', { name: 'Déplacer' })).toBeHidden();
    await expectNoViolation(page, 'a past appointment');
    await page.clock.setFixedTime(Date.now());
  });

  await test.step('cancelled, in another window too', async () => {
    await openLink(page, link);
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    const other = await page.context().newPage();
    await openLink(other, link);
    const there = other.getByRole('dialog');
    await there.getByRole('button', { name: 'Annuler' }).click();
    await there.getByRole('button', { name: keepTogether('Annuler le rendez-vous') }).click();
    await expect(there.getByRole('heading', { level: 2 })).toHaveText(keepTogether('Rendez-vous annulé'));
    await other.close();
    await cancel.click();
    await expect(heading).toHaveText(keepTogether('Rendez-vous annulé'));
    await openLink(page, link);
    await expect(heading).toHaveText(keepTogether('Ce rendez-vous a été annulé'));
    await expectNoViolation(page, 'a cancelled appointment');
    await dialog.getByRole('button', another).click();
    await expect(dialog).toBeHidden();
  });
});

test('a link that is incomplete or unknown, and a server that does not respond', async ({ page, browserErrors }) => {
  browserErrors.expect(/Failed to load resource/);
  const dialog = page.getByRole('dialog');
  const heading = dialog.getByRole('heading', { level: 2 });
  for (const token of ['abc', 'x'.repeat(43)])
    for (const kind of ['confirm', 'appointment']) {
      await openLink(page, `/schedule-consultation#${kind}=${token}`);
      await expect(heading).toHaveText('Ce lien n’est pas valable');
      await expect(heading).toBeFocused();
    }
  await expectNoViolation(page, 'a link that is not valid');
  await page.route('**/api/appointments/read', (route) => route.abort());
  await openLink(page, `/schedule-consultation#appointment=${'x'.repeat(43)}`);
  await expect(heading).toHaveText(keepTogether('Les rendez-vous n’ont pas pu être chargés'));
  await expectNoViolation(page, 'a link without the server');
  await page.unroute('**/api/appointments/read');
  await dialog.getByRole('button', { name: 'Réessayer' }).click();
  await expect(heading).toHaveText('Ce lien n’est pas valable');
});

test('after 15 minutes the page says that the time is no longer held @all', async ({ page, visit, offer }) => {
  await page.clock.install();
  await visit('/schedule-consultation');
  const { form, fill, picker, submit, confirmation } = bookingFormOf(page);
  await fill(newEmail('quinze'));
  await chooseTime(picker, offer.weekday);
  await submit.click();
  await expect(confirmation).toContainText(heldTitle);
  await page.clock.fastForward('16:00');
  await expect(form.getByText('Le créneau n’est plus réservé')).toBeVisible();
  await expect(form.getByText(heldTitle)).toBeHidden();
  await expectNoViolation(page, 'a hold that has expired');
});
