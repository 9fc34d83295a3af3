import { fold } from '#contract/fold.ts';

// People search for what they see, in the notation they read. The database stores days as 2025-01-05 and amounts as 1250.50.

// English and French, from three letters on where that is unambiguous.
const months = [
  ['jan', 'january', 'janv', 'janvier'],
  ['feb', 'february', 'fev', 'fevr', 'fevrier'],
  ['mar', 'march', 'mars'],
  ['apr', 'april', 'avr', 'avril'],
  ['may', 'mai'],
  ['jun', 'june', 'juin'],
  ['jul', 'july', 'juil', 'juillet'],
  ['aug', 'august', 'aou', 'aout'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'october', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'december', 'decembre'],
];
const monthOf = new Map(months.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
const monthName = String.raw`(\p{L}{3,9})\.?`;

const pad = (value: number) => String(value).padStart(2, '0');

/** As stored; undefined if there is no such day. */
function dayOf(year: string, month: number, day: number): string | undefined {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

const dayMonthYear = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(\d{1,2})(?:er)?\s+${monthName}\s+(\d{4})(?![\p{L}\p{N}])`,
  'giu',
);
const monthDayYear = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${monthName}\s+(\d{1,2}),?\s+(\d{4})(?![\p{L}\p{N}])`,
  'giu',
);
// 16/09/2026 and 16.09.2026; the day comes first unless only the other order is a date.
const numeric = /(?<![\p{L}\p{N}/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\p{L}\p{N}/-])/giu;
const dayAndMonth = /(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{1,2})(?![\p{L}\p{N}/])/giu;
const monthAndYear = /(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{4})(?![\p{L}\p{N}/])/giu;

function writeDays(text: string): string {
  const named = (name: string) => monthOf.get(fold(name)) ?? 0;
  return text
    .replaceAll(dayMonthYear, (all, day: string, month: string, year: string) => dayOf(year, named(month), +day) ?? all)
    .replaceAll(monthDayYear, (all, month: string, day: string, year: string) => dayOf(year, named(month), +day) ?? all)
    .replaceAll(
      numeric,
      (all, first: string, _separator, second: string, year: string) =>
        dayOf(year, +second, +first) ?? dayOf(year, +first, +second) ?? all,
    )
    .replaceAll(monthAndYear, (all, month: string, year: string) => (dayOf(year, +month, 1) ?? all).slice(0, 7))
    .replaceAll(dayAndMonth, (all, day: string, month: string) => dayOf('', +month, +day) ?? all);
}

// '$1,250.50', 'CA$1,250.50', 'CHF 1,250.50' (with a no-break space), '1 250,50 €' and '1.250,50'.
const currencyPrefix = /(?<!\S)[\p{L}\p{Sc}]+(?:\u202f\p{L}+)?\u00a0(?=\d)/gu;
const currencySuffix = /(?<=\d)\s*\p{Sc}(?!\S)/gu;
const groupedBySpaces = /(?<![\p{L}\p{N}.,-])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\p{L}\p{N}])(?! \d)/gu;
const groupedByDots = /(?<![\p{L}\p{N}.,-])\d{1,3}(?:\.\d{3})+(?=,\d{1,2}(?!\p{N}))/gu;
const groupedByCommas = /(?<=\d),(?=\d{3}(?:\D|$))/g;
const decimalComma = /(?<=(?<![\p{L}\p{N}.,])\d+),(?=\d{1,2}(?![\p{L}\p{N}]))/gu;

const writeAmounts = (text: string) =>
  text
    .replaceAll(currencyPrefix, '')
    .replaceAll(/(?<!\S)\p{L}{0,3}\p{Sc}(?=\d)/gu, '')
    .replaceAll(currencySuffix, '')
    .replaceAll(groupedBySpaces, (all) => all.replaceAll(/\D/g, ''))
    .replaceAll(groupedByDots, (all) => all.replaceAll('.', ''))
    .replaceAll(groupedByCommas, '')
    .replaceAll(decimalComma, '.');

// '+33 4 65 71 00 06', '0033465710006' and '04.65.71.00.06' have the national number in common.
const phone = /^\+?[\d\s().-]{9,25}$/;

function writePhone(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = phone.test(text) && digits.length >= 9 && digits.length <= 15 && /[\s().+-]|^0/.test(text);
  return isPhone ? digits.replace(/^(?:00)?33(?=\d{9}$)|^0(?=\d{9}$)/, '') : undefined;
}

/** What was typed, as it is stored. */
export function asStored(q: string): string {
  const text = q.trim();
  return writePhone(text) ?? writeAmounts(writeDays(text));
}

const stopWords = new Set(
  'a au aux avec ce ces dans de des du elle en est et il ils je la le les leur lui ma mais me mes mon ne nos nous on ou par pas pour qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous'.split(
    ' ',
  ),
);

/** « les » and « est » are none to the database. */
export const isStopWord = (word: string) => stopWords.has(fold(word));

/** What somebody would search for in texts; all of it where nothing else is left. */
export function withoutStopWords(q: string): string {
  const words = q.split(/\s+/);
  const kept = words.filter((word) => !isStopWord(word));
  return kept.some((word) => word !== '') && kept.length < words.length ? kept.join(' ') : q;
}
