import { describe, expect, test } from 'vitest';
import { english } from './english.ts';
import { addDays, dayOf, daysBetween, invoiceName, minuteOf } from './formats.ts';
import { french } from './french.ts';

test('an invoice is named by its number or the beginning of its id', () => {
  const id = '8af43fd4-e827-5834-9f0d-430739704a1f';
  expect(invoiceName({ id, number: 'FA-2026-0042' })).toBe('FA-2026-0042');
  expect(invoiceName({ id, number: null })).toBe('8af43fd4');
});

describe('days', () => {
  test('are MMM dd, yyyy in English', () => {
    expect(english.day('2025-01-05')).toBe('Jan 05, 2025');
    expect(english.day('2024-12-31')).toBe('Dec 31, 2024');
    const months = Array.from({ length: 12 }, (_, at) => english.shortMonth(`2026-${String(at + 1).padStart(2, '0')}`));
    expect(months.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  });

  test('are not broken in French', () => {
    expect(french.day('2026-11-01')).toBe('1\u00a0nov.\u00a02026');
  });

  test.each([english, french])('that are invalid are shown unchanged', ({ day, momentDay }) => {
    expect(day('soon')).toBe('soon');
    expect(day('2025-13-01')).toBe('2025-13-01');
    expect(momentDay('soon')).toBe('soon');
  });

  test('of a timestamp are local', () => {
    const moment = '2025-01-05T09:30:00.123456Z';
    expect(english.momentDay(moment)).toBe(english.day(dayOf(new Date(moment))));
  });

  test('are counted across months, leap days and daylight saving changes', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2025-03-29', '2025-03-31')).toBe(2);
    expect(daysBetween('2025-01-05', '2025-01-01')).toBe(-4);
  });

  test('are added across a change of the clock', () => {
    const before = new Date(2026, 9, 20, 9, 0);
    expect(new Date(addDays(before.toISOString(), 14)).getHours()).toBe(9);
  });

  test.each([
    [0, 'today'],
    [1, 'tomorrow'],
    [-1, 'yesterday'],
    [2, 'in 2 days'],
    [-2, '2 days ago'],
    [12, 'in 12 days'],
    [-1200, '1,200 days ago'],
  ])('%d days away is "%s"', (days, label) => {
    expect(english.daysAway(days)).toBe(label);
  });
});

describe('moments', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  const moment = new Date(2026, 10, 16, 9, 5).toISOString();

  test('of the office are in its time zone, in winter and in summer', () => {
    expect(english.officeMoment('2026-11-16T09:30:00Z', now)).toBe('Monday 16 Nov, 10:30');
    expect(english.officeMoment('2026-06-30T22:05:00.123456Z', now)).toBe('Wednesday 1 Jul, 00:05');
    expect(french.officeMoment('2026-11-16T09:30:00Z', now)).toBe('lun. 16 nov., 10\u00a0h\u00a030');
  });

  test('of another year name it, as the office counts years', () => {
    expect(english.officeMoment('2025-01-05T09:30:00Z', now)).toBe('Sunday 5 Jan 2025, 10:30');
    expect(english.officeMoment('2025-12-31T23:30:00Z', now)).toBe('Thursday 1 Jan, 00:30');
  });

  test('of people are in the time zone of the browser', () => {
    expect(english.longDay(moment, now)).toBe('Monday 16 Nov');
    expect(english.moment(moment)).toBe('Nov 16, 2026, 09:05');
    expect(french.longDay(moment, now)).toBe('lundi 16 novembre 2026');
    expect(french.moment(moment)).toBe('16\u00a0nov.\u00a02026, 9\u00a0h\u00a005');
  });

  test('are exported to the minute', () => {
    expect(minuteOf(moment)).toBe('2026-11-16 09:05');
    expect(minuteOf('no moment')).toBe('no moment');
  });
});

test('a month has its year', () => {
  expect(['2026-11', '2025-01'].map(english.month)).toEqual(['Nov 2026', 'Jan 2025']);
  expect([french.month('2026-11'), french.shortMonth('2026-11')]).toEqual(['novembre 2026', 'nov.']);
});

test('numbers are grouped by thousands', () => {
  expect([0, 999, 1000, 100_000].map(english.number)).toEqual(['0', '999', '1,000', '100,000']);
  expect(french.number(1200)).toBe('1\u202f200');
});

test('amounts keep every cent', () => {
  expect(french.amount('1250.50', 'EUR')).toBe('1\u202f250,50\u00a0€');
  expect(french.amount('999999999999.99', 'EUR')).toBe('999\u202f999\u202f999\u202f999,99\u00a0€');
  expect(french.amount('-40.00', 'EUR')).toBe('-40\u00a0€');
  expect(french.amount('1250.50', 'USD')).toBe('1\u202f250,50\u00a0$');
  expect(english.amount('1250.50', 'USD')).toBe('$1,250.50');
});

test('plurals follow the rules of the language', () => {
  const files = { one: (count: string) => `${count} file`, other: (count: string) => `${count} files` };
  expect([0, 1, 2].map((count) => english.plural(count, files))).toEqual(['0 files', '1 file', '2 files']);
  const fichiers = { one: (count: string) => `${count} fichier`, other: (count: string) => `${count} fichiers` };
  // In French, zero is singular. A million is a category of its own, without a text here.
  expect([0, 2, 1e6].map((count) => french.plural(count, fichiers))).toEqual([
    '0 fichier',
    '2 fichiers',
    '1\u202f000\u202f000 fichiers',
  ]);
});

test('names are listed and sorted as readers expect', () => {
  expect(english.list(['Owner', 'Billing'])).toBe('Owner and Billing');
  expect(['Zoé', 'Éric', 'andré'].toSorted(french.compare)).toEqual(['andré', 'Éric', 'Zoé']);
});

test('durations are in hours and minutes', () => {
  expect([0, 40, 60, 125, 6000].map(english.duration)).toEqual([
    'less than a minute',
    '40 min',
    '1 h 00 min',
    '2 h 05 min',
    '100 h 00 min',
  ]);
  expect([0, 40, 125, 7800].map(french.duration)).toEqual([
    'moins d’une minute',
    '40\u00a0min',
    '2\u00a0h\u00a005',
    '130\u00a0h',
  ]);
});

test('sizes', () => {
  expect([1, 1023, 1024, 400_000, 1024 ** 2, 26_214_400].map(english.bytes)).toEqual([
    '1 B',
    '1023 B',
    '1 KB',
    '391 KB',
    '1.0 MB',
    '25.0 MB',
  ]);
  expect([0, 1536].map(french.bytes)).toEqual(['0\u00a0o', '1,5\u00a0Ko']);
});
