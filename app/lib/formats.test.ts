import { describe, expect, test } from 'vitest';
import {
  dayOf,
  daysBetween,
  formatCount,
  formatDay,
  formatDaysAway,
  formatMoment,
  formatMonth,
  invoiceName,
  minuteOf,
} from './formats.ts';

test('an invoice is named by its number or the beginning of its id', () => {
  const id = '8af43fd4-e827-5834-9f0d-430739704a1f';
  expect(invoiceName({ id, number: 'FA-2026-0042' })).toBe('FA-2026-0042');
  expect(invoiceName({ id, number: null })).toBe('8af43fd4');
});

describe('dates', () => {
  test('a day is shown as MMM dd, yyyy', () => {
    expect(formatDay('2025-01-05')).toBe('Jan 05, 2025');
    expect(formatDay('2024-12-31')).toBe('Dec 31, 2024');
  });

  test('an invalid day is shown unchanged', () => {
    expect(formatDay('soon')).toBe('soon');
    expect(formatDay('2025-13-01')).toBe('2025-13-01');
    expect(formatMoment('soon')).toBe('soon');
  });

  test('a timestamp is shown as its local day', () => {
    const moment = '2025-01-05T09:30:00.123456Z';
    expect(formatMoment(moment)).toBe(formatDay(dayOf(new Date(moment))));
  });

  test('days are counted across months, leap days and daylight saving changes', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2025-03-29', '2025-03-31')).toBe(2);
    expect(daysBetween('2025-01-05', '2025-01-01')).toBe(-4);
  });

  test.each([
    [0, 'today'],
    [1, 'tomorrow'],
    [-1, 'yesterday'],
    [12, 'in 12 days'],
    [-1200, '1,200 days ago'],
  ])('%d days away is "%s"', (days, label) => {
    expect(formatDaysAway(days)).toBe(label);
  });
});

test('counts are grouped by thousands', () => {
  expect([0, 999, 1000, 100_000].map(formatCount)).toEqual(['0', '999', '1,000', '100,000']);
});

test('an exported timestamp is local and ends with the minute', () => {
  const moment = '2026-11-15T16:26:24.192716Z';
  const local = new Date(moment);
  const hour = String(local.getHours()).padStart(2, '0');
  expect(minuteOf(moment)).toBe(`${dayOf(local)} ${hour}:${String(local.getMinutes()).padStart(2, '0')}`);
  expect(minuteOf('2026-01-05T00:00:00Z')).toMatch(/^2026-01-0[45] \d{2}:\d{2}$/);
  expect(minuteOf('no moment')).toBe('no moment');
});

test('a month has its year', () => {
  expect(['2026-11', '2025-01'].map(formatMonth)).toEqual(['Nov 2026', 'Jan 2025']);
});
