import type { Page } from '@playwright/test';
import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import { expectNoViolation } from '../axe.ts';
import { person } from '../public/visitor.ts';
import { bookingFormOf, chooseTime, expect, heldTitle, invitationIn, linkIn, openLink, test } from './booking.ts';
import { newEmail } from './deliver-test.ts';

const page200 = { width: 640, height: 450 };
const fitsIn = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

test('a visitor books, confirms from the mail, moves and cancels; calendars follow @phone', async ({
  page,
  visit,
  offer: { weekday },
  mailsTo,
  leadsOf,
}) => {
  const email = newEmail('rendez-vous');
  const nextMail = async (count: number) => {
    await expect.poll(async () => (await mailsTo(email)).length, `mail ${count}`).toBe(count);
    return (await mailsTo(email)).at(-1);
  };
  await visit('/schedule-consultation');
  const { fill, picker, submit, confirmation } = bookingFormOf(page);
  await fill(email);
  await chooseTime(picker, weekday);
  await expectNoViolation(page, 'a time is chosen');
  await submit.click();
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toContainText(heldTitle);
  await expect(confirmation).toContainText(email);
  await expectNoViolation(page, 'a time is held');

  const asked = await nextMail(1);
  expect(asked?.attachments).toEqual([]);
  const dialog = await openLink(page, linkIn(asked));
  const heading = dialog.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(keepTogether('Confirmez votre rendez-vous'));
  await expect(heading).toBeFocused();
  await expectNoViolation(page, 'the page that confirms');
  expect(await leadsOf(email)).toMatchObject([{ form: 'consultation', verdict: 'clean', status: 'new' }]);
  await dialog.getByRole('button', { name: keepTogether('Confirmer le rendez-vous') }).click();
  await expect(heading).toHaveText(keepTogether('Votre rendez-vous est confirmé'));
  await expectNoViolation(page, 'a confirmed appointment');
  expect(await leadsOf(email)).toMatchObject([{ status: 'answered' }]);
  const booked = await nextMail(2);
  const first = invitationIn(booked);
  expect(first).toMatchObject({ method: 'REQUEST', sequence: 0 });

  await openLink(page, linkIn(booked));
  await expect(heading).toHaveText(keepTogether('Votre rendez-vous'));
  await dialog.getByRole('button', { name: 'Déplacer' }).click();
  await chooseTime(dialog, weekday);
  await expectNoViolation(page, 'the page that moves an appointment');
  await dialog.getByRole('button', { name: 'Choisir ce créneau' }).click();
  await expect(heading).toHaveText(keepTogether('Rendez-vous déplacé'));
  const moved = invitationIn(await nextMail(3));
  expect(moved).toMatchObject({ method: 'REQUEST', uid: first.uid, sequence: 1 });
  expect(moved.startsAt).not.toBe(first.startsAt);

  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expectNoViolation(page, 'the page that cancels an appointment');
  await dialog.getByRole('button', { name: keepTogether('Annuler le rendez-vous') }).click();
  await expect(heading).toHaveText(keepTogether('Rendez-vous annulé'));
  expect(invitationIn(await nextMail(4))).toEqual({
    ...moved,
    method: 'CANCEL',
    sequence: 2,
    status: 'CANCELLED',
  });
  await dialog.getByRole('button', { name: 'Choisir un autre créneau' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[name=consultationType]').first()).toBeFocused();
});

test('two visitors take one time: the second keeps the fields and chooses another @phone', async ({
  page,
  visit,
  offer: { weekday },
  browser,
  baseURL,
  mailsTo,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const [one, two] = [newEmail('premiere'), newEmail('seconde')];
  await visit('/schedule-consultation');
  const second = bookingFormOf(page);
  await second.fill(two);
  const times = await chooseTime(second.picker, weekday);
  const taken = await times.first().textContent();

  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { 'X-Forwarded-For': '198.18.254.7' },
  });
  const elsewhere = await context.newPage();
  await elsewhere.goto('/schedule-consultation');
  const first = bookingFormOf(elsewhere);
  await first.fill(one);
  await chooseTime(first.picker, weekday);
  await first.submit.click();
  await expect(first.confirmation).toContainText(heldTitle);
  await context.close();

  const before = await times.count();
  await second.submit.click();
  await expect(second.picker.getByText('Quelqu’un vient de prendre ce créneau')).toBeVisible();
  await expect(second.picker).toBeFocused();
  await second.expectKept(two);
  // The day stays open, without that time.
  await expect(times).toHaveCount(before - 1);
  await expect(times.first()).not.toHaveText(taken ?? '');
  await expectNoViolation(page, 'somebody else has the time');
  expect(await mailsTo(two)).toEqual([]);
  await times.first().click();
  await expect(second.picker.getByText('Quelqu’un vient de prendre')).toBeHidden();
  await expect(second.form.getByText('n’est pas partie')).toBeHidden();
  await second.submit.click();
  await expect(second.confirmation).toBeFocused();
  await expect(second.confirmation).toContainText(heldTitle);
  for (const email of [one, two]) await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
});

test('without the server every field and the time stay, and the next attempt holds once', async ({
  page,
  visit,
  offer: { weekday },
  mailsTo,
  leadsOf,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/);
  const email = newEmail('panne');
  await visit('/schedule-consultation');
  const { form, fill, picker, submit, confirmation, expectKept } = bookingFormOf(page);
  await fill(email);
  const times = await chooseTime(picker, weekday);
  const alert = form.getByRole('alert').filter({ hasText: 'n’est pas partie' });
  const url = '**/api/appointments/hold';
  const expectFailure = async (words: string) => {
    await submit.click();
    await expect(alert).toContainText(words);
    await expect(alert).toBeFocused();
    await expectKept(email);
    await expect(times.first().getByRole('radio')).toBeChecked();
  };
  await page.route(url, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }),
  );
  await expectFailure('momentanément indisponible');
  await page.unroute(url);
  await page.route(url, (route) => route.abort());
  await expectFailure('injoignable');
  await page.unroute(url);
  // It arrives, and the response is lost.
  await page.route(url, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await expectFailure('injoignable');
  await page.unroute(url);
  await expectNoViolation(page, 'a time could not be held');
  await submit.click();
  await expect(confirmation).toContainText(heldTitle);
  expect(await leadsOf(email)).toHaveLength(1);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);

  // The proof was spent by the response that was lost: another time needs another one, which is made without a word.
  await times.nth(1).click();
  await submit.click();
  await expect(confirmation).toContainText(heldTitle);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
});

test('without a time the form asks for one; one that suits nobody is a request', async ({
  page,
  visit,
  offer: { weekday },
  leadsOf,
}) => {
  const email = newEmail('demande');
  const listed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/appointments/slots')) listed.push(request.url());
  });
  await visit('/schedule-consultation');
  const { fill, picker, submit, confirmation } = bookingFormOf(page);
  await fill(email);
  await expect(picker.getByRole('group', { name: 'Jour' })).toBeVisible();
  await submit.click();
  await expect(picker.getByText('Choisissez un créneau, ou demandez')).toBeVisible();
  await expect(picker).toBeFocused();
  await expectNoViolation(page, 'no time is chosen');
  expect(listed).toHaveLength(1);
  // Weeks that the first request did not ask for.
  const times = await chooseTime(picker, weekday, 10);
  expect(listed).toHaveLength(2);
  await expect(times.first().getByRole('radio')).toBeChecked();
  await picker.getByText('Aucun ne me convient').click();
  await submit.click();
  await expect(confirmation).toBeFocused();
  await expect(confirmation).not.toContainText(heldTitle);
  expect(await leadsOf(email)).toMatchObject([{ form: 'consultation', verdict: 'clean' }]);
});

test('by keyboard alone at 200 %, from the form to the confirmation @all', async ({
  page,
  visit,
  offer: { weekday },
  pressTabTo,
  mailsTo,
}) => {
  // As wide as a window of 1280 pixels at 200 %.
  await page.setViewportSize(page200);
  const email = newEmail('clavier');
  await visit('/schedule-consultation');
  const { field, picker, submit, confirmation } = bookingFormOf(page);
  await pressTabTo(field('consultationType').first());
  await page.keyboard.press('Space');
  await pressTabTo(field('name'));
  for (const text of [person.name, person.company, email]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await pressTabTo(field('meetingType'));
  await page.keyboard.press('ArrowDown');
  await expect(field('meetingType')).not.toHaveValue('');
  const days = picker.getByRole('group', { name: 'Jour' });
  await expect(days).toBeVisible();
  const day = days.getByRole('radio', { name: weekday, disabled: false });
  const next = picker.getByRole('button', { name: 'Semaine suivante' });
  if ((await day.count()) === 0) {
    await pressTabTo(next);
    for (let left = 20; left > 0 && (await day.count()) === 0; left -= 1) await page.keyboard.press('Enter');
  }
  // A radio group has one stop: arrows choose among its days.
  await pressTabTo(days.locator('input:enabled').first());
  await page.keyboard.press('Space');
  for (let left = 7; left > 0 && !(await day.isChecked()); left -= 1) await page.keyboard.press('ArrowRight');
  await expect(day).toBeChecked();
  const times = picker.getByRole('group', { name: 'Créneaux libres' }).getByRole('radio');
  await pressTabTo(times.first());
  await page.keyboard.press('Space');
  await expect(times.first()).toBeChecked();
  await pressTabTo(submit);
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toBeInViewport();
  await expect(confirmation).toContainText(heldTitle);
  await fitsIn(page, page200.width);

  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const dialog = await openLink(page, linkIn((await mailsTo(email))[0]));
  await pressTabTo(dialog.getByRole('button', { name: keepTogether('Confirmer le rendez-vous') }));
  await page.keyboard.press('Enter');
  const heading = dialog.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(keepTogether('Votre rendez-vous est confirmé'));
  await expect(heading).toBeFocused();
  await pressTabTo(dialog.getByRole('button', { name: 'Annuler' }));
  await page.keyboard.press('Enter');
  await pressTabTo(dialog.getByRole('button', { name: 'Le garder' }));
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(keepTogether('Votre rendez-vous'));
  await fitsIn(page, page200.width);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
