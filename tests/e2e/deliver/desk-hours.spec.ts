import type { Page } from '@playwright/test';
import { expectNoViolation } from '../axe.ts';
import { openDesk } from '../desk/desk-test.ts';
import { companies, staff } from '../desk/users.ts';
import { isReady } from '../public/visitor.ts';
import { eventOf, eventsOf, findDay, longDay, nextDays, officeMinute } from './calendar.ts';
import { expect, test } from './deliver-test.ts';

// In the evening of Tuesdays, when no other host of the journeys is open, and not that of the demo either.
const [usual = '', other = '', closed = '', , , far = ''] = nextDays(2, 6);
const host = staff.hosting;

/** What the public page offers in the evening of a day. */
async function offered(page: Page, day: string): Promise<string[]> {
  await page.goto('/schedule-consultation');
  await isReady(page);
  await page.getByRole('main').locator('form label').filter({ hasText: 'Informatique générale' }).click();
  const choice = await findDay(page, day);
  if ((await choice.count()) === 0) return [];
  await choice.click();
  const times = page.getByRole('group', { name: `Créneaux libres le ${longDay(day)}` });
  const texts = await times.locator('label').allInnerTexts();
  return texts.filter((time) => Number.parseInt(time, 10) >= 18);
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('staff publish hours, exceptions, notice and breaks, which the site offers, and a calendar reads their feed', async ({
  page,
  signInAsStaff,
  signInAsGuest,
  mailsTo,
}) => {
  await signInAsStaff(host.email);
  await openDesk(page, '/appointments?view=hours');
  await page.getByRole('button', { name: 'Publier les horaires' }).click();
  await expect(toasts(page).getByText('Horaires enregistrés')).toBeVisible();

  const save = async (rules: Record<string, string>) => {
    for (const [label, value] of Object.entries(rules)) await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Enregistrer les horaires' }).click();
  };
  await test.step('an end before its beginning and a notice out of range are errors, where they are', async () => {
    const remove = page.getByRole('button', { name: /^Retirer la plage/ });
    while ((await remove.count()) > 0) await remove.first().click();
    await page.getByRole('button', { name: 'Ajouter une plage, Mardi' }).click();
    await page.getByLabel('Mardi, de').fill('18:00');
    await page.getByLabel('Mardi, à').fill('17:00');
    await save({ 'Préavis (heures)': '721' });
    await expect(page.getByText('La fin doit suivre le début.')).toBeVisible();
    await expect(page.getByText('De 0 à 720.')).toBeVisible();
    await expect(page.getByLabel('Mardi, de')).toBeFocused();
    await expectNoViolation(page, 'hours with errors');
  });
  await test.step('what is saved is offered', async () => {
    await page.getByLabel('Mardi, à').fill('21:00');
    for (const kind of ['Évaluation', 'Cybersécurité', 'Migration', 'Services managés'])
      await page.getByRole('checkbox', { name: new RegExp(`^${kind}`) }).uncheck();
    await save({ 'Préavis (heures)': '48', 'Horizon (jours)': '60', 'Pause (minutes)': '45' });
    await expect(page.getByText('La fin doit suivre le début.')).toBeHidden();
    await expect(toasts(page).getByText('Horaires enregistrés')).toBeVisible();
    expect(await offered(page, usual)).toEqual(['18h00', '19h00', '20h00']);
  });
  await test.step('an exception is a day with other hours, or without any', async () => {
    await openDesk(page, '/appointments?view=hours');
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Ajouter l’exception' }) });
    await form.getByRole('button', { name: 'Ajouter l’exception' }).click();
    await expect(form.getByText('Choisissez un jour à venir.')).toBeVisible();
    await form.getByLabel('Jour', { exact: true }).fill(closed);
    await form.getByRole('button', { name: 'Ajouter l’exception' }).click();
    await expect(page.getByRole('button', { name: `Retirer l’exception du ${longDay(closed)}` })).toBeVisible();
    await form.getByLabel('Jour', { exact: true }).fill(other);
    await form.getByText('D’autres heures').click();
    const times = form.locator('input[type=time]');
    await times.first().fill('19:00');
    await times.last().fill('20:00');
    await form.getByRole('button', { name: 'Ajouter l’exception' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: longDay(other) })).toContainText('19:00 – 20:00');
    await expectNoViolation(page, 'hours with exceptions');
    expect(await offered(page, other)).toEqual(['19h00']);
    expect(await offered(page, closed)).toEqual([]);
  });

  const guest = await signInAsGuest(companies.booking.owner);
  const startsAt = await test.step('around an appointment, the break is kept free, and its host is told', async () => {
    const query = { kind: 'general', from: `${usual}T00:00:00Z`, until: `${usual}T23:00:00Z` };
    const { items } = (await (await guest.get('/api/appointments/slots', { params: query })).json()) as {
      items: { startsAt: string }[];
    };
    const at = items.find((one) => officeMinute(one.startsAt) === `${usual} 19:00`)?.startsAt ?? '';
    const booked = await guest.post('/api/portal/appointments/book', {
      data: { kind: 'general', startsAt: at, meeting: 'video' },
    });
    expect(booked.ok(), await booked.text()).toBe(true);
    expect(await offered(page, usual)).toEqual([]);
    await expect.poll(async () => (await mailsTo(host.email)).length).toBe(1);
    const [notice] = await mailsTo(host.email);
    expect(notice?.subject).toContain('Nouveau rendez-vous');
    expect(notice && eventOf(notice)).toMatchObject({ method: 'REQUEST', at: `${usual} 19:00`, minutes: 30 });
    return at;
  });

  await test.step('the feed has it, until its URL is removed', async () => {
    await openDesk(page, '/appointments?view=hours');
    await page.getByRole('button', { name: 'Créer une adresse' }).click();
    const url = await page.getByLabel('Adresse de l’agenda').innerText();
    const read = () => page.request.get(url);
    const feed = await read();
    expect(feed.headers()['content-type']).toContain('text/calendar');
    const events = eventsOf(await feed.text());
    expect(events).toMatchObject([{ at: officeMinute(startsAt), minutes: 30, sequence: 0 }]);
    expect(events[0]?.summary).toContain(companies.booking.name);
    await expectNoViolation(page, 'the URL of the feed');

    await page.getByRole('button', { name: 'Créer une adresse' }).click();
    await expect(page.getByLabel('Adresse de l’agenda')).not.toHaveText(url);
    expect((await read()).status()).toBe(404);
    const second = await page.getByLabel('Adresse de l’agenda').innerText();
    expect((await page.request.get(second)).status()).toBe(200);
    await page.getByRole('button', { name: 'Supprimer l’adresse' }).click();
    await expect(page.getByLabel('Adresse de l’agenda')).toBeHidden();
    expect((await page.request.get(second)).status()).toBe(404);
  });

  await test.step('a longer notice hides what is closer, and a pause everything', async () => {
    await save({ 'Préavis (heures)': '720' });
    await expect(toasts(page).getByText('Horaires enregistrés')).toBeVisible();
    expect(await offered(page, other)).toEqual([]);
    expect(await offered(page, far)).toEqual(['18h00', '19h00', '20h00']);
    await openDesk(page, '/appointments?view=hours');
    await page.getByRole('checkbox', { name: 'Proposer des créneaux' }).uncheck();
    await save({ 'Préavis (heures)': '48' });
    await expect(page.getByText('En pause : aucun créneau n’est proposé.')).toBeVisible();
  });
});
