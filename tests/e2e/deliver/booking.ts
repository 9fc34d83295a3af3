import type { Locator, Page } from '@playwright/test';
import ICAL from 'ical.js';
import type { Email } from 'postal-mime';
import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import type { DeskMe } from '#contract/desk-session.ts';
import type { Hosts } from '#modules/appointments/contract/appointment-schemas.ts';
import { formOf, isReady, person } from '../public/visitor.ts';
import { expect, test as base } from './deliver-test.ts';

interface Offer {
  /** The day of the week on which only this journey's host offers times. */
  weekday: string;
}

/** Journeys that book. Each worker has a host of its own, who offers times when nobody else does. */
export const test = base.extend<{ offer: Offer }>({
  offer: async ({ desk }, use, { parallelIndex }) => {
    const get = async <Body>(path: string) => {
      const response = await desk.get(path);
      expect(response.ok(), await response.text()).toBe(true);
      return (await response.json()) as Body;
    };
    const { userId } = await get<DeskMe>('/api/desk/me');
    const { items } = await get<Hosts>('/api/desk/hosts');
    const version = items.find((host) => host.userId === userId)?.version ?? null;
    const [day, weekday] = parallelIndex === 0 ? ['6', 'samedi'] : ['7', 'dimanche'];
    const weekly = { [day ?? '']: [{ from: '06:00', to: '12:00' }] };
    const response = await desk.post('/api/desk/hosts/change', {
      data: { userId, version, weekly, noticeHours: 0, horizonDays: 150, isOpen: true },
    });
    expect(response.ok(), await response.text()).toBe(true);
    await use({ weekday: weekday ?? '' });
  },
});

/** The first free time of the picker on that day of the week. Returns the times of its day. */
export async function chooseTime(picker: Locator, weekday: string, weeks = 0): Promise<Locator> {
  const days = picker.getByRole('group', { name: 'Jour' });
  const day = days.locator('label:has(input:enabled)').filter({ hasText: weekday });
  const next = picker.getByRole('button', { name: 'Semaine suivante' });
  await expect(days).toBeVisible();
  for (let left = weeks; left > 0; left -= 1) await next.click();
  for (let left = 20; left > 0 && (await day.count()) === 0; left -= 1) await next.click();
  await day.click();
  const times = picker.getByRole('group', { name: 'Créneaux libres' }).locator('label');
  await times.first().click();
  return times;
}

/** The booking form. */
export function bookingFormOf(page: Page) {
  const parts = formOf(page);
  const picker = parts.form.locator('[data-slots]');
  return {
    ...parts,
    picker,
    submit: parts.form.locator('button[type=submit]'),
    /** Everything but the time. */
    fill: async (email: string, additionalInfo = '') => {
      await parts.form.locator('label:has([name=consultationType][value=general])').click();
      for (const [name, value] of Object.entries({ ...person, email, additionalInfo }))
        await parts.field(name).fill(value);
      await parts.field('meetingType').selectOption('video');
    },
    expectKept: async (email: string) => {
      for (const [name, value] of Object.entries({ ...person, email }))
        await expect(parts.field(name)).toHaveValue(value);
      await expect(parts.field('meetingType')).toHaveValue('video');
      await expect(parts.form.locator('[name=consultationType]:checked')).toHaveValue('general');
    },
  };
}

export const heldTitle = keepTogether('Il reste un e-mail');

/** The page behind the link of a mail, as from another window. */
export async function openLink(page: Page, link: string): Promise<Locator> {
  await page.goto('about:blank');
  await page.goto(link);
  await isReady(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

export const linkIn = (mail: Email | undefined): string =>
  /https?:\/\/\S+#(?:confirm|appointment)=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';

/** What a calendar program reads in a mail. */
export function invitationIn(mail: Email | undefined) {
  const [part] = mail?.attachments.filter(({ mimeType }) => mimeType.startsWith('text/calendar')) ?? [];
  const { content = '' } = part ?? {};
  const calendar = new ICAL.Component(
    ICAL.parse(typeof content === 'string' ? content : new TextDecoder().decode(content)),
  );
  const events = calendar.getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  const [event] = events.map((one) => new ICAL.Event(one));
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event?.uid ?? '',
    sequence: event?.sequence,
    status: events[0]?.getFirstPropertyValue('status'),
    startsAt: event?.startDate.toJSDate().toISOString() ?? '',
  };
}

export { expect };
