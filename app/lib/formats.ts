const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Placeholder for a missing date or amount (product §2). */
export const notAvailable = 'N/A';

export const formatCount = (value: number) => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** The invoice's number, or the beginning of its id, which the search finds as well. */
export const invoiceName = ({ id, number }: { id: string; number: string | null }) => number ?? id.slice(0, 8);

/** product §9: `MMM dd, yyyy`. A day has no time, so it is the same in every time zone. */
export function formatDay(day: string): string {
  const [year = '', month, date] = day.split('-');
  const name = months[Number(month) - 1];
  return name === undefined || date === undefined ? day : `${name} ${date}, ${year}`;
}

/** In the browser's time zone. */
export function formatMoment(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : formatDay(dayOf(date));
}

export const monthName = (month: number) => months[month - 1] ?? '';

/** `2026-11` as `Nov 2026`. */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${monthName(Number(number))} ${year}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

export const dayOf = (date: Date) =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** To the minute in the browser's time zone, in a format that spreadsheets read: `2026-11-15 16:26`. */
export function minuteOf(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return `${dayOf(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Negative if `to` is before `from`. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

export function formatDaysAway(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${formatCount(days)} days` : `${formatCount(-days)} days ago`;
}
