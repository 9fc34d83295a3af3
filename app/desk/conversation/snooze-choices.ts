import { officeTimeZone } from '#contract/ticket-states.ts';

const dayMs = 24 * 60 * 60 * 1000;
const inOffice = new Intl.DateTimeFormat('en-CA', { timeZone: officeTimeZone });
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Days on which a ticket can return at 9:00 of the office's clock. On a Sunday, tomorrow is Monday. */
export function snoozeDays(now: Date): { name: 'tomorrow' | 'monday' | 'week'; day: string }[] {
  const today = inOffice.format(now);
  // 1 on Monday, 7 on Sunday.
  const weekday = new Date(today).getUTCDay() || 7;
  const days = [
    { name: 'tomorrow', day: dayAfter(today, 1) },
    { name: 'monday', day: dayAfter(today, 8 - weekday) },
    { name: 'week', day: dayAfter(today, 7) },
  ] as const;
  return days.filter(({ day }, at) => days.findIndex((other) => other.day === day) === at);
}
