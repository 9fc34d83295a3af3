import type { Locator, Page } from '@playwright/test';
import ICAL from 'ical.js';
import type { Email } from 'postal-mime';
import { expect } from './deliver-test.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The next days of a weekday, 0 is Sunday: three days ahead or later, beyond the notice that hosts ask for. */
export function nextDays(weekday: number, count: number): string[] {
  const first = new Date(Date.now() + 3 * dayMs);
  const ahead = (weekday - first.getUTCDay() + 7) % 7;
  return Array.from({ length: count }, (_, week) =>
    new Date(first.getTime() + (ahead + 7 * week) * dayMs).toISOString().slice(0, 10),
  );
}

/** `samedi 28 novembre` */
export const longDay = (day: string) =>
  new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );

/** In Nice: `2026-11-28 09:00`. */
export const officeMinute = (at: Date | string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' }).format(
    new Date(at),
  );

/** The choice of a day, in its week; not there if it offers nothing. */
export async function findDay(within: Page | Locator, day: string): Promise<Locator> {
  const choice = within.locator('label:has(input:enabled)').filter({ hasText: `${longDay(day)}, ` });
  const next = within.getByRole('button', { name: 'Semaine suivante' });
  await expect(next).toBeVisible();
  for (let left = 12; left > 0 && (await choice.count()) === 0; left -= 1) {
    if ((await next.getAttribute('aria-disabled')) === 'true') break;
    await next.click();
  }
  return choice;
}

/** What a calendar program reads in a file. */
export function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      method: calendar.getFirstPropertyValue('method'),
      status: component.getFirstPropertyValue('status'),
      uid: event.uid,
      sequence: event.sequence,
      at: officeMinute(event.startDate.toJSDate()),
      minutes: event.duration.toSeconds() / 60,
      summary: event.summary,
    };
  });
}

/** The event of a mail's file. */
export function eventOf({ attachments }: Email) {
  const file = attachments.find(({ filename }) => filename?.endsWith('.ics'));
  expect(file, 'the file of the mail').toBeDefined();
  const content = file?.content ?? '';
  return eventsOf(typeof content === 'string' ? content : new TextDecoder().decode(content))[0];
}
