import type { Formats } from '#app/lib/formats.ts';
import type { Slots } from '../contract/appointment-schemas.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';

export type Slot = Slots['items'][number];
export type SlotFormats = Pick<Formats, 'locale' | 'officeTime' | 'time' | 'plural'>;
export type SlotDay = { day: string; slots: Slot[] };

const dayMs = 24 * 60 * 60 * 1000;
const days = (timeZone?: string) =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone && { timeZone }),
  });
const dayIn = (format: Intl.DateTimeFormat, moment: string | Date) => format.format(new Date(moment));

/** In Nice: `2026-11-24`. */
export const officeDayOf = (moment: string | Date) => dayIn(days(officeTimeZone), moment);

// Days are computed in UTC, which has no clock changes.
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const addDays = (day: string, count: number) =>
  new Date(dateOf(day).getTime() + count * dayMs).toISOString().slice(0, 10);
const mondayOf = (day: string) => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));

/** From the current week to that of the last slot. Weekends are left out unless they have slots. */
export function weeksOf(slots: Slot[], now: Date): SlotDay[][] {
  const office = days(officeTimeZone);
  const byDay = new Map<string, Slot[]>();
  for (const slot of slots) {
    const day = dayIn(office, slot.startsAt);
    byDay.set(day, [...(byDay.get(day) ?? []), slot]);
  }
  const last = [...byDay.keys()].toSorted().at(-1);
  const weeks: SlotDay[][] = [];
  if (last === undefined) return weeks;
  for (let monday = mondayOf(dayIn(office, now)); monday <= last; monday = addDays(monday, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    weeks.push(
      week
        .map((day) => ({ day, slots: byDay.get(day) ?? [] }))
        .filter((entry, index) => index < 5 || entry.slots.length > 0),
    );
  }
  return weeks;
}

/** For mails: they have both times too. */
export const readersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const writeDay = (locale: string, day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(dateOf(day));

export const longDay = (locale: string, day: string) =>
  writeDay(locale, day, { weekday: 'long', day: 'numeric', month: 'long' });

/**
 * The reader's own time of a moment, with its day where that is another one. Undefined where it is what clocks in Nice show: at that
 * moment, as both change their clocks on different days.
 */
export function readersTime(
  { locale, officeTime, time }: Omit<SlotFormats, 'plural'>,
  moment: string,
): string | undefined {
  const local = time(moment);
  const isOtherDay = dayIn(days(), moment) !== officeDayOf(moment);
  if (isOtherDay) {
    const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
    return `${day.format(new Date(moment))}, ${local}`;
  }
  return local === officeTime(moment) ? undefined : local;
}
