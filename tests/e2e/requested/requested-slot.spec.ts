import { addMinutes } from '#api/services/tickets/office-hours.ts';
import { expectNoViolation } from '../axe.ts';
import { eventOf } from '../deliver/calendar.ts';
import { expect, newEmail, test } from '../deliver/deliver-test.ts';
import { openDesk } from '../desk/desk-test.ts';
import { staff } from '../desk/users.ts';
import { leadsTo } from '../journey-server.ts';
import { expectConfirmation, formOf, person } from '../public/visitor.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The first day on which the office opens after a number of days. */
const openDay = (ahead: number) =>
  addMinutes('office', new Date(Date.now() + ahead * dayMs), 1)
    .toISOString()
    .slice(0, 10);

test('a consultation asks for a slot, and staff confirm it, propose another one and decline it', async ({
  page,
  visit,
  leadsOf,
  mailsTo,
  signInAsStaff,
  browserErrors,
}) => {
  // A time in the past.
  browserErrors.expect(/status of 400/);
  const [email, day, otherDay] = [newEmail('consultation'), openDay(3), openDay(10)];
  const expectMail = async (count: number, event: Record<string, unknown>) => {
    await expect.poll(async () => (await mailsTo(email)).length).toBe(count);
    const mails = await mailsTo(email);
    const mail = mails.at(-1);
    expect(mail && eventOf(mail)).toMatchObject({ sequence: count - 1, minutes: 45, ...event });
    expect(new Set(mails.map((one) => eventOf(one)?.uid)).size).toBe(1);
    return mail?.text ?? '';
  };

  await test.step('the form sends it, and the receipt notes it as tentative', async () => {
    await visit('/schedule-consultation');
    const { form, field } = formOf(page);
    await form.locator('label').filter({ hasText: 'Migration vers Microsoft 365' }).click();
    for (const [name, value] of Object.entries({ ...person, email, preferredDate: day })) await field(name).fill(value);
    await form.getByRole('group', { name: 'Créneau souhaité' }).getByText('10h30-11h30', { exact: true }).click();
    await field('meetingType').selectOption('video');
    await form.getByRole('button', { name: 'Planifier la consultation' }).click();
    await expectConfirmation(page, 'Consultation Planifiée !');
    expect(await leadsOf(email)).toMatchObject([{ form: 'consultation', verdict: 'clean' }]);
    const receipt = await expectMail(1, { method: 'PUBLISH', status: 'TENTATIVE', at: `${day} 10:30` });
    expect(receipt).toContain('pas encore confirmé');
    await expect
      .poll(async () => (await mailsTo(leadsTo)).some(({ text }) => text?.includes(email)), 'a mail to the staff')
      .toBe(true);
  });

  const [lead] = await leadsOf(email);
  await signInAsStaff(staff.confirming.email);
  await openDesk(page, `/leads/${lead?.id}`);
  const slot = page.getByRole('region', { name: 'Rendez\u2011vous' });
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Envoyer' });
  const toasts = page.getByRole('region', { name: 'Notifications' });

  await test.step('confirmed: the tentative event becomes a confirmed one', async () => {
    await expect(slot).toContainText('À confirmer');
    await expectNoViolation(page, 'a requested slot');
    await slot.getByRole('button', { name: 'Confirmer' }).click();
    await expectNoViolation(page, 'a slot is confirmed');
    await send.click();
    await expect(toasts.getByText('Créneau confirmé, invitation envoyée.')).toBeVisible();
    await expect(slot).toContainText('Confirmé');
    await expect(slot.getByRole('button', { name: 'Confirmer' })).toBeHidden();
    const text = await expectMail(2, { method: 'REQUEST', status: 'CONFIRMED', at: `${day} 10:30` });
    expect(text).toContain('Votre consultation est confirmée');
  });

  await test.step('proposed: the same event moves, and is tentative again', async () => {
    await slot.getByRole('button', { name: 'Proposer un autre créneau' }).click();
    await dialog.getByLabel('Date et heure').fill('2020-01-06T09:00');
    await send.click();
    await expect(dialog.getByText('Choisissez un moment à venir, dans les douze prochains mois.')).toBeVisible();
    await dialog.getByLabel('Date et heure').fill(`${otherDay}T14:15`);
    await dialog.getByLabel('Votre message (facultatif)').fill('Notre spécialiste est en congé ce jour-là.');
    await send.click();
    await expect(slot).toContainText('Proposé');
    const text = await expectMail(3, { method: 'REQUEST', status: 'TENTATIVE', at: `${otherDay} 14:15` });
    expect(text).toContain('Nous vous proposons ce créneau');
    expect(text).toContain('Notre spécialiste est en congé ce jour-là.');
  });

  await test.step('declined: it leaves the calendar, with a reason', async () => {
    await slot.getByRole('button', { name: 'Décliner' }).click();
    await send.click();
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Pourquoi ce créneau n’est pas possible').fill('Nos bureaux sont fermés.');
    await send.click();
    await expect(slot).toContainText('Décliné');
    await expect(slot.getByRole('button')).toHaveText(['Proposer un autre créneau']);
    const text = await expectMail(4, { method: 'CANCEL', status: 'CANCELLED', at: `${otherDay} 14:15` });
    expect(text).toContain('Nos bureaux sont fermés.');
    await expectNoViolation(page, 'a slot was declined');
  });
});
