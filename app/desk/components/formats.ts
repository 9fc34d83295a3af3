import type { Counted, DeskCopy } from '#content/schema/desk.ts';
import { dayOf, daysBetween } from '#app/lib/formats.ts';
import { french } from '#app/lib/french.ts';

/** Replaces the words in braces. */
export const fill = (copy: string, values: Record<string, string | number>) =>
  copy.replaceAll(/\{(\w+)\}/g, (word, name: string) => String(values[name] ?? word));

export const countOf = ({ one, other }: Counted, count: number) =>
  french.plural(count, {
    one: (value) => fill(one, { count: value }),
    other: (value) => fill(other, { count: value }),
  });

export const {
  list: formatList,
  number: formatNumber,
  amount: formatAmount,
  day: formatDay,
  momentDay: formatMomentDay,
  time: formatTime,
  moment: formatMoment,
  bytes: formatBytes,
  duration: formatDuration,
  officeMoment: formatOfficeMoment,
  longDay: formatLongDay,
} = french;

/** How long ago, in one unit: a queue is read at a glance. */
export function formatAge(moment: string, { time }: DeskCopy, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000);
  if (minutes < 1) return time.now;
  if (minutes < 60) return countOf(time.minutes, minutes);
  if (minutes < 48 * 60) return countOf(time.hours, Math.floor(minutes / 60));
  return countOf(time.days, Math.floor(minutes / 60 / 24));
}

/** How far away a day is. */
export function formatDue(day: string, { time }: DeskCopy, today = dayOf(new Date())): string {
  const days = daysBetween(today, day);
  if (days === 0) return time.today;
  if (days === 1) return time.tomorrow;
  return days > 0 ? fill(time.inDays, { count: formatNumber(days) }) : countOf(time.overdue, -days);
}

/** `1 250,5` as the API wants it, `1250.50`; undefined if it is not an amount. */
export function readAmount(text: string): string | undefined {
  const [, whole, cents = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0\u202f€]/g, '')) ?? [];
  return whole === undefined ? undefined : `${whole}.${cents.padEnd(2, '0')}`;
}
