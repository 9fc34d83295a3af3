import { officeTimeZone } from '#contract/ticket-states.ts';

const weekdays = new Intl.DateTimeFormat('ar-TN', { weekday: 'long', timeZone: officeTimeZone });
// Months have other names in Tunis and Algiers than in Rabat, and a mail does not know where its reader is. Intl would turn the order of numbers around.
const options = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const officeDates = new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: officeTimeZone });
const dates = new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' });
const times = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone: officeTimeZone });

/** `18/11/2026` of a day. */
export const arabicDay = (day: string) => dates.format(new Date(day));

/** `الأربعاء 18/11/2026` of a moment, at the office. */
export const arabicDate = (at: Date) => `${weekdays.format(at)} ${officeDates.format(at)}`;

export const arabicTime = (at: Date) => times.format(at);

/** `الأربعاء 18/11/2026 على الساعة 10:30 (بتوقيت نيس)` */
export function arabicMoment(at: string): string {
  const date = new Date(at);
  return `${arabicDate(date)} على الساعة ${times.format(date)} (بتوقيت نيس)`;
}

const plurals = new Intl.PluralRules('ar');

interface CountForms {
  one: string;
  two: string;
  /** 3 to 10. */
  few: (count: number) => string;
  /** 11 to 99. */
  many: (count: number) => string;
  /** 100 and so on, and none. */
  other: (count: number) => string;
}

export function arabicCount(count: number, { one, two, few, many, other }: CountForms): string {
  const category = plurals.select(count);
  if (category === 'one') return one;
  if (category === 'two') return two;
  if (category === 'few') return few(count);
  return category === 'many' ? many(count) : other(count);
}

/** Within a sentence, after a preposition. */
export const arabicDays = (days: number) =>
  arabicCount(days, {
    one: 'يوم واحد',
    two: 'يومين',
    few: (count) => `${count} أيام`,
    many: (count) => `${count} يوما`,
    other: (count) => `${count} يوم`,
  });
