import type { Plural } from '#content/plural.ts';
import { formatMoney } from '#contract/money.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';

/** `isThisYear`: the year of now. */
export type DayParts = { weekday: string; day: string; month: string; year: string; isThisYear: boolean };
type DayStyle = { weekday: 'long' | 'short'; month: 'long' | 'short'; write: (parts: DayParts) => string };

/** What Intl does not decide alone. One module per language: a page loads its own only. */
export interface LocaleStyle {
  /** For Intl, with the region: `en-US`. */
  locale: string;
  /** Between a number and the word after it. */
  space: ' ' | '\u00a0';
  /** Between the parts of a list, unless it is `, `. */
  comma?: string;
  day: Intl.DateTimeFormatOptions;
  clock: (hour: string, minute: string) => string;
  /** Above the messages of a day. */
  longDay: DayStyle;
  /** Before a time of the office. */
  officeDay: DayStyle;
  /** With its year. */
  month: 'long' | 'short';
  duration: { none: string; write: (hours: number, minutes: number, number: (value: number) => string) => string };
  /** `power`: of 1024. */
  bytes: { units: readonly string[]; digits: (power: number) => Intl.NumberFormatOptions };
}

// Creating the first formatter takes a browser 30 ms.
function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

const inUtc = { timeZone: 'UTC' };
const inOffice = { timeZone: officeTimeZone };

const partsOf = (format: Intl.DateTimeFormat, moment: Date | string) =>
  Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value])) as Record<
    Intl.DateTimeFormatPartTypes,
    string
  >;

export type Formats = ReturnType<typeof createFormats>;

/** Plurals, numbers, amounts, dates and the order of names, in one language. */
export function createFormats(style: LocaleStyle) {
  const { locale, comma = ', ' } = style;
  const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, options));
  const days = dates({ ...style.day, ...inUtc });
  const clockOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const clocks = { local: dates(clockOptions), office: dates({ ...clockOptions, ...inOffice }) };
  const withWeekday = ({ weekday, month }: DayStyle) =>
    ({ weekday, month, day: 'numeric', year: 'numeric' }) satisfies Intl.DateTimeFormatOptions;
  const longDays = dates(withWeekday(style.longDay));
  const officeDays = dates({ ...withWeekday(style.officeDay), ...inOffice });
  const shortMonths = dates({ month: 'short', ...inUtc });
  const months = dates({ month: style.month, year: 'numeric', ...inUtc });
  const numbers = once(() => new Intl.NumberFormat(locale));
  const plurals = once(() => new Intl.PluralRules(locale));
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const lists = once(() => new Intl.ListFormat(locale));
  const collator = once(() => new Intl.Collator(locale));

  const number = (value: number) => numbers().format(value);
  const clock = (format: Intl.DateTimeFormat, moment: string) => {
    const { hour, minute } = partsOf(format, moment);
    return style.clock(hour, minute);
  };
  const writeDay = (format: Intl.DateTimeFormat, { write }: DayStyle, moment: string, now: Date) => {
    const parts = partsOf(format, moment);
    return write({ ...parts, isThisYear: parts.year === partsOf(format, now).year });
  };
  /** A day has no time, so it is the same in every time zone. */
  const day = (value: string) => {
    const date = new Date(`${value}T00:00:00Z`);
    return Number.isNaN(date.getTime()) ? value : days().format(date).replaceAll(' ', style.space);
  };
  const time = (moment: string) => clock(clocks.local(), moment);
  const momentDay = (moment: string) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? moment : day(dayOf(date));
  };

  return {
    locale,
    comma,
    number,
    plural: (count: number, texts: Plural) => (texts[plurals().select(count)] ?? texts.other)(number(count)),
    list: (names: readonly string[]) => lists().format(names),
    /** For sorting what people read. */
    compare: (one: string, other: string) => collator().compare(one, other),
    amount: (amount: string, currency: string) => formatMoney(amount, currency, locale),
    day,
    /** The day of a moment, and below its time, in the browser's time zone. */
    momentDay,
    moment: (moment: string) => `${momentDay(moment)}${comma}${time(moment)}`,
    time,
    longDay: (moment: string, now = new Date()) => writeDay(longDays(), style.longDay, moment, now),
    /** In the office's time zone, in which its hours and its SLA targets are. */
    officeTime: (moment: string) => clock(clocks.office(), moment),
    officeMoment: (moment: string, now = new Date()) =>
      `${writeDay(officeDays(), style.officeDay, moment, now)}${comma}${clock(clocks.office(), moment)}`,
    /** `2026-11` as `Nov`. */
    shortMonth: (month: string) => shortMonths().format(new Date(`${month}-01T00:00:00Z`)),
    month: (month: string) => months().format(new Date(`${month}-01T00:00:00Z`)),
    /** `today`, `in 3 days`; negative for the past. */
    daysAway: (count: number) => relative().format(count, 'day'),
    duration: (minutes: number) =>
      minutes === 0 ? style.duration.none : style.duration.write(Math.floor(minutes / 60), minutes % 60, number),
    bytes: (count: number) => {
      const { units, digits } = style.bytes;
      const power = Math.min(Math.floor(Math.log2(Math.max(1, count)) / 10), units.length - 1);
      const value = new Intl.NumberFormat(locale, digits(power)).format(count / 1024 ** power);
      return `${value}${style.space}${units[power]}`;
    },
  };
}

/** The invoice's number, or the beginning of its id, which the search finds as well. */
export const invoiceName = ({ id, number }: { id: string; number: string | null }) => number ?? id.slice(0, 8);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** In the browser's time zone: `2026-11-15`. */
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

export const addDays = (moment: string, days: number) => {
  const date = new Date(moment);
  date.setDate(date.getDate() + days);
  return date.toISOString();
};
