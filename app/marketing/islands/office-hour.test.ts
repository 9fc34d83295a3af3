import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { niceTime, stateOfOffice } from './office-hour.ts';

test.each([
  ['a Wednesday morning before eight', '2026-11-18T06:59:00Z', 7, 'today'],
  ['eight o’clock', '2026-11-18T07:00:00Z', 8, 'open'],
  ['the last minute', '2026-11-18T16:59:00Z', 17, 'open'],
  ['a Wednesday evening', '2026-11-18T17:00:00Z', 18, 'tomorrow'],
  ['midnight', '2026-11-18T23:00:00Z', 0, 'today'],
  ['a Friday evening', '2026-11-20T20:40:00Z', 21, 'monday'],
  ['a Saturday', '2026-11-21T10:00:00Z', 11, 'monday'],
  ['a Sunday', '2026-11-22T10:00:00Z', 11, 'tomorrow'],
  ['a Monday before eight', '2026-11-23T05:00:00Z', 6, 'today'],
  ['the Sunday on which summer time begins, an hour later', '2026-03-29T01:00:00Z', 3, 'tomorrow'],
  ['the Monday after it', '2026-03-30T06:00:00Z', 8, 'open'],
  ['the Sunday on which it ends, in the repeated hour', '2026-10-25T01:00:00Z', 2, 'tomorrow'],
  ['the Monday after that', '2026-10-26T06:30:00Z', 7, 'today'],
] as const)('%s', (_, at, hour, state) => {
  const time = niceTime(new Date(at));
  expect(time.hour).toBe(hour);
  expect(stateOfOffice(time)).toBe(state);
});

test('the hours are those that the site publishes', () => {
  expect(site.openingHours).toEqual([
    { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:00', closes: '18:00' },
  ]);
});

test.each([
  ['a summer noon', '2026-06-21T10:00:00Z', 1],
  ['a summer evening at eight', '2026-06-21T18:00:00Z', 1],
  ['a winter evening at six', '2026-12-21T17:00:00Z', 0],
  ['a winter morning at ten', '2026-12-21T09:00:00Z', 1],
  ['midnight', '2026-06-21T22:00:00Z', 0],
])('it is light or dark at %s', (_, at, daylight) => {
  expect(niceTime(new Date(at)).daylight).toBe(daylight);
});

test('minutes have two digits', () => {
  expect(niceTime(new Date('2026-11-18T09:05:00Z')).minute).toBe('05');
});

test('every third hour of ten years is that of the time zone', () => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', weekday: 'short', hour: '2-digit' });
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const wrong: string[] = [];
  for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2035, 0, 1); at += 3 * 3_600_000 + 1000) {
    const { day, hour } = niceTime(new Date(at));
    if (format.format(at) !== `${days[day]}, ${String(hour).padStart(2, '0')}`) wrong.push(new Date(at).toISOString());
  }
  expect(wrong).toEqual([]);
});
