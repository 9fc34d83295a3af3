import { afterEach, expect, test } from 'vitest';
import { createFormats, type LocaleStyle } from '#app/lib/formats.ts';
import { siteFormats } from '#app/lib/site-formats.ts';
import { officeDayOf, readersTime, weeksOf } from './slot-times.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const style: LocaleStyle = {
  locale: 'fr-FR',
  space: ' ',
  day: {},
  clock: (hour, minute) => `${Number(hour)}h${minute}`,
  longDay: { weekday: 'long', month: 'long', write: () => '' },
  officeDay: { weekday: 'long', month: 'long', write: () => '' },
  month: 'long',
  duration: { none: '', write: () => '' },
  bytes: { units: [], digits: () => ({}) },
};
/** A formatter keeps the time zone in which it was first used. */
const inZone = (name: string) => {
  process.env.TZ = name;
  return createFormats(style);
};
const slot = (startsAt: string) => ({ startsAt, endsAt: new Date(Date.parse(startsAt) + 30 * 60_000).toISOString() });

test('a reader in the same time sees no second one', () => {
  expect(readersTime(inZone('Europe/Berlin'), '2026-11-24T14:00:00Z')).toBeUndefined();
});

test('a reader elsewhere sees their own time, on their own day', () => {
  expect(readersTime(inZone('Africa/Tunis'), '2026-07-01T13:00:00Z')).toBe('14h00');
  expect(readersTime(inZone('Africa/Tunis'), '2026-12-01T13:00:00Z')).toBeUndefined();
  const tokyo = readersTime(inZone('Asia/Tokyo'), '2026-11-24T15:00:00Z');
  expect(tokyo).toContain('25');
  expect(tokyo).toContain('0h00');
});

test('the offset is that of the slot, not of today', () => {
  // New York leaves summer time a week after Nice does, and enters it two weeks before.
  const formats = inZone('America/New_York');
  const noonInNice = { autumn: '2026-10-26T11:00:00Z', later: '2026-11-02T11:00:00Z', spring: '2027-03-15T11:00:00Z' };
  expect(formats.officeTime(noonInNice.autumn)).toBe('12h00');
  expect(readersTime(formats, noonInNice.autumn)).toBe('7h00');
  expect(readersTime(formats, noonInNice.later)).toBe('6h00');
  expect(readersTime(formats, noonInNice.spring)).toBe('7h00');
});

test('days are those of Nice', () => {
  expect(officeDayOf('2026-11-24T23:30:00Z')).toBe('2026-11-25');
  expect(officeDayOf('2026-07-24T22:30:00Z')).toBe('2026-07-25');
});

test('weeks begin on Monday, across a clock change, and have weekends only if something is free', () => {
  const weeks = weeksOf(
    [slot('2027-03-26T08:00:00Z'), slot('2027-03-29T07:00:00Z'), slot('2027-04-10T07:00:00Z')],
    new Date('2027-03-24T10:00:00Z'),
  );
  expect(weeks.map((week) => week.map(({ day }) => day.slice(5)))).toEqual([
    ['03-22', '03-23', '03-24', '03-25', '03-26'],
    ['03-29', '03-30', '03-31', '04-01', '04-02'],
    ['04-05', '04-06', '04-07', '04-08', '04-09', '04-10'],
  ]);
  expect(weeks[1]?.[0]?.slots).toHaveLength(1);
  expect(weeksOf([], new Date('2027-03-24T10:00:00Z'))).toEqual([]);
});

test('the public site writes times as the specification does', () => {
  expect(siteFormats.officeTime('2026-11-24T08:00:00Z')).toBe('9h00');
  expect(siteFormats.officeTime('2026-11-24T14:30:00Z')).toBe('15h30');
});
