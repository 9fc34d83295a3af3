import { officeHours, officeTimeZone, type SlaCalendar } from '#contract/ticket-states.ts';

// Days are numbered from 1970-01-01, without a time zone. Minutes count whole and partial ones; times are milliseconds.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const formatter = new Intl.DateTimeFormat('en-US', {
  timeZone: officeTimeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** What the clocks of the office show, as if it were UTC. */
function wallClock(at: number): number {
  const parts = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
}

const dayOf = (at: number) => Math.floor(wallClock(at) / dayMs);
const dayNumber = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / dayMs;

/** Sunday of Easter in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easter(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1);
}

const fixedHolidays = [
  [1, 1],
  [5, 1],
  [5, 8],
  [7, 14],
  [8, 15],
  [11, 1],
  [11, 11],
  [12, 25],
] as const;
// Easter Monday, Ascension, Whit Monday.
const daysAfterEaster = [1, 39, 50];

const holidaysByYear = new Map<number, Set<number>>();

/** French public holidays (Code du travail, art. L3133-1). */
export function holidaysOf(year: number): Set<number> {
  let holidays = holidaysByYear.get(year);
  if (holidays === undefined) {
    holidays = new Set([
      ...fixedHolidays.map(([month, day]) => dayNumber(year, month, day)),
      ...daysAfterEaster.map((days) => easter(year) + days),
    ]);
    holidaysByYear.set(year, holidays);
  }
  return holidays;
}

function isOfficeDay(day: number): boolean {
  const date = new Date(day * dayMs);
  return date.getUTCDay() % 6 !== 0 && !holidaysOf(date.getUTCFullYear()).has(day);
}

interface Hours {
  from: number;
  to: number;
}
/** « Jours ouvrés »: every hour of the days on which the office opens. Clocks change on Sundays, so each of them has 24. */
export const wholeDays: Hours = { from: 0, to: 24 };

/** Opening and closing of the office on a day. Clocks change at night: one offset is valid for all office hours of a day. */
function hoursOf(day: number, hours: Hours = officeHours): Hours {
  const noon = day * dayMs + 12 * hourMs;
  const midnight = day * dayMs - (wallClock(noon) - noon);
  return { from: midnight + hours.from * hourMs, to: midnight + hours.to * hourMs };
}

export function isOfficeOpen(at: Date): boolean {
  const day = dayOf(at.getTime());
  const { from, to } = hoursOf(day);
  return isOfficeDay(day) && at.getTime() >= from && at.getTime() < to;
}

/** The end of a number of minutes of the calendar that start at a time. */
export function addMinutes(calendar: SlaCalendar, start: Date, minutes: number, hours: Hours = officeHours): Date {
  let left = minutes * minuteMs;
  if (calendar === 'continuous') return new Date(start.getTime() + left);
  for (let day = dayOf(start.getTime()); ; day += 1) {
    if (!isOfficeDay(day)) continue;
    const { from, to } = hoursOf(day, hours);
    const begin = Math.max(from, start.getTime());
    if (begin < to && left <= to - begin) return new Date(begin + left);
    left -= Math.max(0, to - begin);
  }
}

/** The minutes of the calendar between two times; 0 if they are in the wrong order. */
export function minutesBetween(calendar: SlaCalendar, start: Date, end: Date, hours: Hours = officeHours): number {
  const [first, last] = [start.getTime(), end.getTime()];
  if (last <= first) return 0;
  if (calendar === 'continuous') return (last - first) / minuteMs;
  let sum = 0;
  for (let day = dayOf(first); day <= dayOf(last); day += 1) {
    if (!isOfficeDay(day)) continue;
    const { from, to } = hoursOf(day, hours);
    sum += Math.max(0, Math.min(to, last) - Math.max(from, first));
  }
  return sum / minuteMs;
}

/** When the office opens and closes, one after the other, from a time on until this many of its minutes have passed. */
export function officeHoursFrom(start: Date, minutes: number, hours: Hours = officeHours): Date[] {
  const times: Date[] = [];
  let left = minutes * minuteMs;
  for (let day = dayOf(start.getTime()); left > 0; day += 1) {
    if (!isOfficeDay(day)) continue;
    const { from, to } = hoursOf(day, hours);
    const begin = Math.max(from, start.getTime());
    if (begin >= to) continue;
    times.push(new Date(begin), new Date(to));
    left -= to - begin;
  }
  return times;
}

/** The next time that the clocks of the office show this hour, on any day. */
export function nextMorning(after: Date, hour: number): Date {
  for (let day = dayOf(after.getTime()); ; day += 1) {
    const at = hoursOf(day).from + (hour - officeHours.from) * hourMs;
    if (at > after.getTime()) return new Date(at);
  }
}

/**
 * When the clocks of the office show a time, such as `2026-11-23T09:00`. In the hour that a clock change skips, as much later; in
 * the one that comes twice, the first. Invalid for a day that does not exist.
 */
export function officeInstant(local: string): Date {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(local)) return new Date(Number.NaN);
  const offsetAt = (at: number) => wallClock(at) - at;
  const [before, after] = [shown - offsetAt(shown - dayMs), shown - offsetAt(shown + dayMs)];
  return new Date(wallClock(before) !== shown && wallClock(after) === shown ? after : before);
}
