import { expect, test } from 'vitest';
import { addDays, formatDuration, formatLongDay, formatOfficeTime, formatTime } from './times.ts';

const now = new Date('2026-11-16T12:00:00Z');

test('what the office promised is in its time zone, in winter and in summer', () => {
  expect(formatOfficeTime('2026-11-16T09:30:00Z', now)).toBe('Monday 16 Nov, 10:30');
  expect(formatOfficeTime('2026-06-30T22:05:00.123456Z', now)).toBe('Wednesday 1 Jul, 00:05');
});

test('another year is named, as the office counts years', () => {
  expect(formatOfficeTime('2025-01-05T09:30:00Z', now)).toBe('Sunday 5 Jan 2025, 10:30');
  expect(formatOfficeTime('2025-12-31T23:30:00Z', now)).toBe('Thursday 1 Jan, 00:30');
});

test('what people wrote is in the time zone of the browser', () => {
  const moment = new Date(2026, 10, 16, 9, 5).toISOString();
  expect(formatLongDay(moment, now)).toBe('Monday 16 Nov');
  expect(formatTime(moment)).toBe('09:05');
});

test('days are added across a change of the clock', () => {
  const before = new Date(2026, 9, 20, 9, 0);
  expect(new Date(addDays(before.toISOString(), 14)).getHours()).toBe(9);
});

test('a duration is in hours and minutes', () => {
  expect([0, 40, 60, 125, 6000].map(formatDuration)).toEqual([
    '0 min',
    '40 min',
    '1 h 00 min',
    '2 h 05 min',
    '100 h 00 min',
  ]);
});
