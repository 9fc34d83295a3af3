import type { Page } from '@playwright/test';
import type { Hosts } from '#modules/appointments/contract/appointment-schemas.ts';
import { expectNoViolation } from '../axe.ts';
import { openDesk } from '../desk/desk-test.ts';
import { begun, companies, flood, staff } from '../desk/users.ts';
import { eventOf, findDay, longDay, nextDays, officeMinute } from './calendar.ts';
import { expect, test } from './deliver-test.ts';

// On Wednesdays, at hours that no other host of the journeys offers.
const [day = ''] = nextDays(3, 1);
const host = staff.meeting;
const { name: company, owner: guestEmail } = companies.meeting;

const rowOf = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test('staff move, cancel and finish appointments by keyboard alone, and guests and hosts are told', async ({
  page,
  baseURL,
  pressTabTo,
  signInAsStaff,
  signInAsGuest,
  mailsTo,
}) => {
  await signInAsStaff(host.email);
  const headers = { Origin: baseURL ?? '' };
  const { items } = (await (await page.request.get('/api/desk/hosts')).json()) as Hosts;
  const { userId, version } = items.find(({ name }) => name === host.name) ?? {};
  const weekly = {
    3: [
      { from: '07:00', to: '08:00' },
      { from: '18:00', to: '19:00' },
    ],
  };
  const opened = await page.request.post('/api/desk/hosts/change', {
    data: { userId, version, weekly, noticeHours: 0 },
    headers,
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  const guest = await signInAsGuest(guestEmail);
  const params = { kind: 'general', from: `${day}T00:00:00Z`, until: `${day}T23:00:00Z` };
  const slots = (await (await guest.get('/api/appointments/slots', { params })).json()) as {
    items: { startsAt: string }[];
  };
  const startsAt = slots.items.find((slot) => officeMinute(slot.startsAt) === `${day} 07:00`)?.startsAt;
  const data = { kind: 'general', startsAt, meeting: 'phone' };
  const booked = await guest.post('/api/portal/appointments/book', { data });
  expect(booked.ok(), await booked.text()).toBe(true);

  /** The mails of guest and host after a change, which carry the same event. */
  const expectMails = async (count: number, event: Record<string, unknown>) => {
    for (const email of [guestEmail, host.email]) {
      await expect.poll(async () => (await mailsTo(email)).length, email).toBe(count);
      const mail = (await mailsTo(email)).at(-1);
      expect(mail && eventOf(mail)).toMatchObject(event);
    }
    const uids = [...(await mailsTo(guestEmail)), ...(await mailsTo(host.email))].map((mail) => eventOf(mail)?.uid);
    expect(new Set(uids).size).toBe(1);
  };
  await expectMails(1, { method: 'REQUEST', sequence: 0, at: `${day} 07:00`, minutes: 30 });

  const toasts = page.getByRole('region', { name: 'Notifications' });
  const dialog = page.getByRole('dialog');
  const row = rowOf(page, company);
  await test.step('moved: the same event, with the next sequence', async () => {
    await openDesk(page, '/appointments');
    await expect(row).toContainText('Confirmé');
    await expectNoViolation(page, 'appointments ahead');
    await pressTabTo(row.getByRole('button', { name: 'Déplacer' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('reçoit la nouvelle invitation');
    await pressTabTo(dialog.getByRole('button', { name: 'Déplacer', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Choisissez un jour et une heure.')).toBeVisible();
    const choice = await findDay(dialog, day);
    // One stop for all days; arrow keys go on from there.
    await pressTabTo(dialog.getByRole('group', { name: 'Jour' }).locator('input:enabled').first());
    await page.keyboard.press('Space');
    while (!(await choice.getByRole('radio').isChecked())) await page.keyboard.press('ArrowRight');
    const times = dialog.getByRole('group', { name: `Créneaux libres le ${longDay(day)}` });
    await pressTabTo(times.getByRole('radio').first());
    await page.keyboard.press('Space');
    const evening = times.locator('label').filter({ hasText: '18' }).getByRole('radio');
    while (!(await evening.isChecked())) await page.keyboard.press('ArrowRight');
    await expectNoViolation(page, 'an appointment is moved');
    await pressTabTo(dialog.getByRole('button', { name: 'Déplacer', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(toasts.getByText('Rendez\u2011vous déplacé')).toBeVisible();
    await expect(row.locator('time')).toContainText('18');
    await expectMails(2, { method: 'REQUEST', sequence: 1, at: `${day} 18:00` });
  });

  await test.step('cancelled: it leaves calendars, and its time is free again', async () => {
    await pressTabTo(row.getByRole('button', { name: 'Annuler' }));
    await page.keyboard.press('Enter');
    await expectNoViolation(page, 'an appointment is cancelled');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button', { name: 'Annuler' })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressTabTo(dialog.getByRole('button', { name: 'Annuler le rendez\u2011vous' }));
    await page.keyboard.press('Enter');
    await expect(toasts.getByText('Rendez\u2011vous annulé')).toBeVisible();
    await expect(row).toContainText('Annulé');
    await expectMails(3, { method: 'CANCEL', status: 'CANCELLED', sequence: 2 });
    await expect(row.getByRole('button')).toHaveCount(0);
  });

  await test.step('cancelled with all others of its domain, which are shown before', async () => {
    const rows = flood.names.map((name) => rowOf(page, name));
    const [first = row] = rows;
    const all = dialog.filter({ hasText: 'Chaque personne est prévenue' });
    await pressTabTo(first.getByRole('button', { name: 'Annuler' }));
    await page.keyboard.press('Enter');
    await pressTabTo(dialog.getByRole('button', { name: flood.domain }));
    await page.keyboard.press('Enter');
    for (const name of flood.names) await expect(all).toContainText(name);
    await expectNoViolation(page, 'all appointments of a domain are cancelled');
    await expect(all.getByRole('button', { name: 'Les garder' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(all).toBeHidden();
    await expect(dialog.getByRole('button', { name: flood.domain })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressTabTo(all.getByRole('button', { name: /^Annuler 2/ }));
    await page.keyboard.press('Enter');
    await expect(toasts.getByText(/^2 rendez.vous annulés$/)).toBeVisible();
    await expect(dialog).toBeHidden();
    for (const one of rows) await expect(one).toContainText('Annulé');
  });

  await test.step('begun: it took place, or nobody came, and both can be corrected', async () => {
    await openDesk(page, '/appointments?view=past');
    const [met, missed] = [rowOf(page, begun[0]), rowOf(page, begun[1])];
    await pressTabTo(met.getByRole('button', { name: 'A eu lieu' }));
    await page.keyboard.press('Enter');
    await expect(toasts.getByText('Noté : le rendez\u2011vous a eu lieu')).toBeVisible();
    await expect(met).toContainText('Tenu');
    await missed.getByRole('button', { name: 'A eu lieu' }).click();
    await expect(missed).toContainText('Tenu');
    await missed.getByRole('button', { name: 'Absent' }).click();
    await expect(toasts.getByText('Noté : personne n’est venu')).toBeVisible();
    await expect(missed.getByRole('button', { name: 'Absent' })).toHaveCount(0);
    await expectNoViolation(page, 'appointments that have begun');
    // Staff note it for themselves.
    expect(await mailsTo(guestEmail)).toHaveLength(3);
  });
});
