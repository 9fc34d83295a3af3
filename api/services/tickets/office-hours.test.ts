import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMinutes,
  easter,
  holidaysOf,
  minutesBetween,
  officeHoursFrom,
  officeInstant,
  wholeDays,
} from './office-hours.ts';

const dayMs = 24 * 60 * 60 * 1000;
const isoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
const add = (start: string, minutes: number) => addMinutes('office', new Date(start), minutes).toISOString();
const between = (start: string, end: string) => minutesBetween('office', new Date(start), new Date(end));

// Another reading of the same clock: a text such as 2026-11-16 09:30:00, compared as it is.
const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'medium' });
const inParis = (at: Date) => {
  const [date = '', time = ''] = paris.format(at).split(' ');
  return { date, time, weekday: new Date(`${date}T00:00:00Z`).getUTCDay() };
};
const isOpen = (at: Date) => {
  const { date, time, weekday } = inParis(at);
  const isHoliday = [...holidaysOf(Number(date.slice(0, 4)))].map(isoDay).includes(date);
  return weekday >= 1 && weekday <= 5 && !isHoliday && time >= '08:00:00' && time < '18:00:00';
};

// Whole minutes around both clock changes of several years, and anywhere in between.
const aroundClockChange = fc
  .tuple(
    fc.constantFrom('2025-03-30', '2025-10-26', '2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'),
    fc.integer({ min: -5 * 24 * 60, max: 5 * 24 * 60 }),
  )
  .map(([date, minutes]) => new Date(Date.parse(`${date}T01:00:00Z`) + minutes * 60_000));
const anytime = fc
  .integer({ min: 0, max: 20 * 365 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2020, 0, 1) + minutes * 60_000));
const moment = fc.oneof(aroundClockChange, anytime);

describe('holidays', () => {
  test.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is on %s', (year, day) => {
    expect(isoDay(easter(year))).toBe(day);
  });

  test('those of 2026', () => {
    expect([...holidaysOf(2026)].toSorted((one, other) => one - other).map(isoDay)).toEqual([
      '2026-01-01',
      '2026-04-06',
      '2026-05-01',
      '2026-05-08',
      '2026-05-14',
      '2026-05-25',
      '2026-07-14',
      '2026-08-15',
      '2026-11-01',
      '2026-11-11',
      '2026-12-25',
    ]);
  });

  test('Ascension may fall on another holiday', () => {
    // 1 May 2008: eleven holidays on ten days.
    expect(holidaysOf(2008).size).toBe(10);
  });
});

test.each([
  ['within a day', '2026-11-16T09:00:00Z', '2026-11-16T13:00:00.000Z'],
  ['ends with the office', '2026-11-16T13:00:00Z', '2026-11-16T17:00:00.000Z'],
  ['the night does not count', '2026-11-16T16:30:00Z', '2026-11-17T10:30:00.000Z'],
  ['before the office opens', '2026-11-16T03:00:00Z', '2026-11-16T11:00:00.000Z'],
  ['the weekend does not count', '2026-11-13T16:30:00Z', '2026-11-16T10:30:00.000Z'],
  ['on a Sunday', '2026-11-15T12:00:00Z', '2026-11-16T11:00:00.000Z'],
  ['a holiday does not count', '2026-11-10T15:00:00Z', '2026-11-12T09:00:00.000Z'],
  ['over Easter', '2026-04-03T15:00:00Z', '2026-04-07T09:00:00.000Z'],
  ['over the change to summer time', '2026-03-27T16:00:00Z', '2026-03-30T09:00:00.000Z'],
  ['over the change to winter time', '2026-10-23T15:00:00Z', '2026-10-26T10:00:00.000Z'],
  ['over New Year', '2026-12-31T16:00:00Z', '2027-01-04T10:00:00.000Z'],
])('four hours: %s', (_what, start, end) => {
  expect(add(start, 240)).toBe(end);
  expect(between(start, end)).toBe(240);
});

test('around the clock, minutes are minutes', () => {
  const start = new Date('2026-10-25T00:30:00Z');
  const end = addMinutes('continuous', start, 240);
  expect(end.toISOString()).toBe('2026-10-25T04:30:00.000Z');
  expect(minutesBetween('continuous', start, end)).toBe(240);
  expect(minutesBetween('continuous', end, start)).toBe(0);
});

test('adding and measuring agree, and a deadline is within office hours', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 5000 }), (start, minutes) => {
      const end = addMinutes('office', start, minutes);
      expect(minutesBetween('office', start, end)).toBe(minutes);
      // The last minute before the deadline is an office minute.
      expect(isOpen(new Date(end.getTime() - 60_000))).toBe(true);
    }),
  );
});

test('the minutes between two times are those in which the office is open', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 2 * 24 * 60 }), (start, length) => {
      let open = 0;
      for (let minute = 0; minute < length; minute += 1)
        if (isOpen(new Date(start.getTime() + minute * 60_000))) open += 1;
      expect(minutesBetween('office', start, new Date(start.getTime() + length * 60_000))).toBe(open);
    }),
    { numRuns: 25 },
  );
});

test('time passes in one direction: a later start is never due earlier, and intervals add up', () => {
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 0, max: 20_000 }),
      (start, one, other) => {
        const middle = new Date(start.getTime() + one * 60_000);
        const end = new Date(middle.getTime() + other * 60_000);
        expect(addMinutes('office', middle, 240).getTime()).toBeGreaterThanOrEqual(
          addMinutes('office', start, 240).getTime(),
        );
        expect(minutesBetween('office', start, middle) + minutesBetween('office', middle, end)).toBeCloseTo(
          minutesBetween('office', start, end),
        );
      },
    ),
  );
});

test.each([
  ['in winter', '2026-11-23T09:00', '2026-11-23T08:00:00.000Z'],
  ['in summer', '2026-07-06T09:00', '2026-07-06T07:00:00.000Z'],
  ['on the day the clocks go forward', '2026-03-29T09:00', '2026-03-29T07:00:00.000Z'],
  ['in the hour that is skipped, as much later', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['before the clocks go back', '2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
  ['in the hour that comes twice, the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['on the day the clocks went back', '2026-10-25T09:00', '2026-10-25T08:00:00.000Z'],
])('the instant of a time of the office %s', (_when, local, instant) => {
  expect(officeInstant(local).toISOString()).toBe(instant);
});

test.each(['2026-02-30T09:00', '2026-13-01T09:00', '2026-11-23T25:00', 'never'])('%s is not a time', (local) => {
  expect(officeInstant(local).getTime()).toBeNaN();
});

test.each([
  [
    'on a Tuesday',
    '2026-11-17T14:00Z',
    ['2026-11-17T14:00Z', '2026-11-17T23:00Z', '2026-11-17T23:00Z', '2026-11-18T23:00Z'],
  ],
  [
    'on a Friday',
    '2026-11-20T14:00Z',
    ['2026-11-20T14:00Z', '2026-11-20T23:00Z', '2026-11-22T23:00Z', '2026-11-23T23:00Z'],
  ],
  ['on a Saturday', '2026-11-21T14:00Z', ['2026-11-22T23:00Z', '2026-11-23T23:00Z']],
  [
    'before a holiday',
    '2026-12-24T10:00Z',
    ['2026-12-24T10:00Z', '2026-12-24T23:00Z', '2026-12-27T23:00Z', '2026-12-28T23:00Z'],
  ],
  [
    'before the clocks go forward',
    '2026-03-27T22:00Z',
    ['2026-03-27T22:00Z', '2026-03-27T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'],
  ],
])('24 hours of working days %s', (_when, start, expected) => {
  const hours = officeHoursFrom(new Date(start), 24 * 60, wholeDays);
  expect(hours).toEqual(expected.map((time) => new Date(time)));
});
