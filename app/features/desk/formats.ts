import type { Counted, DeskCopy } from '#content/schema/desk.ts';
import { dayOf, daysBetween } from '#app/lib/formats.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';

/** Replaces the words in braces. */
export const fill = (copy: string, values: Record<string, string | number>) =>
  copy.replaceAll(/\{(\w+)\}/g, (word, name: string) => String(values[name] ?? word));

/** In French, zero is singular. */
export const countOf = ({ one, other }: Counted, count: number) =>
  fill(count < 2 ? one : other, { count: formatNumber(count) });

export const formatNumber = (value: number) => new Intl.NumberFormat('fr-FR').format(value);

/** `1250.50` as `1 250,50 €`. Works on the digits: a float would lose cents. */
export function formatAmount(amount: string, currency: string): string {
  const [, minus = '', whole = amount, cents = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(amount) ?? [];
  const parts = new Intl.NumberFormat('fr-FR', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');
  return `${minus}${grouped}${/^0*$/.test(cents) ? '' : `,${cents}`}\u00a0${sign}`;
}

const dayFormat = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
/** A day has no time, so it is the same in every time zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dayFormat.format(date);
}

export const formatMomentDay = (moment: string) => formatDay(dayOf(new Date(moment)));

const timeFormat = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit' });
export const formatTime = (moment: string) => timeFormat.format(new Date(moment)).replace(':', '\u00a0h\u00a0');

export const formatMoment = (moment: string) => `${formatMomentDay(moment)}, ${formatTime(moment)}`;

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

/** `1 250,5` as the API wants it, `1250.50`; undefined if it is no amount. */
export function readAmount(text: string): string | undefined {
  const [, whole, cents = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0\u202f€]/g, '')) ?? [];
  return whole === undefined ? undefined : `${whole}.${cents.padEnd(2, '0')}`;
}

const sizeUnits = ['o', 'Ko', 'Mo', 'Go', 'To'];
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), sizeUnits.length - 1);
  const value = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 }).format(bytes / 1024 ** power);
  return `${value}\u00a0${sizeUnits[power]}`;
}

/** `40 min`, `2 h 05`, `130 h`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}\u00a0min`;
  return hours < 100 ? `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}` : `${formatNumber(hours)}\u00a0h`;
}

// The office's time zone, in which the promise was made.
const officeFormat = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: officeTimeZone,
});
/** `lun. 16 nov., 10 h 30` */
export function formatOfficeMoment(moment: string): string {
  const parts = Object.fromEntries(
    officeFormat.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const { weekday, day, month, hour, minute } = parts;
  return `${weekday} ${day} ${month}, ${hour}\u00a0h\u00a0${minute}`;
}

const longDayFormat = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
/** `lundi 16 novembre 2026` */
export const formatLongDay = (moment: string) => longDayFormat.format(new Date(moment));

const inUtc = (month: string) => new Date(`${month}-01T00:00:00Z`);
const shortMonthFormat = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' });
const longMonthFormat = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Of `2026-11`. */
export const formatShortMonth = (month: string) => shortMonthFormat.format(inUtc(month));
export const formatLongMonth = (month: string) => longMonthFormat.format(inUtc(month));
