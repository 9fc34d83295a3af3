import { dayOf, daysBetween, type Formats } from '#app/lib/formats.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';

/** How long ago, in one unit: a queue is read at a glance. */
export function formatAge(moment: string, { time }: DeskCopy, formats: Formats, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000);
  if (minutes < 1) return time.now;
  if (minutes < 60) return time.minutes(formats.number(minutes));
  if (minutes < 48 * 60) return time.hours(formats.number(Math.floor(minutes / 60)));
  return formats.plural(Math.floor(minutes / 60 / 24), time.days);
}

export function formatDue(day: string, { time }: DeskCopy, formats: Formats, today = dayOf(new Date())): string {
  const days = daysBetween(today, day);
  if (days === 0) return time.today;
  if (days === 1) return time.tomorrow;
  return days > 0 ? time.inDays(formats.number(days)) : formats.plural(-days, time.overdue);
}
