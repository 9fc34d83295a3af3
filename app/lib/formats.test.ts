import { describe, expect, test } from 'vitest';
import { dayOf, daysBetween, formatCount, formatDay, formatDaysAway, formatMoment, formatMoney } from './formats.ts';

describe('amounts', () => {
  test.each([
    ['1250.00', '$1,250'],
    ['1250.50', '$1,250.50'],
    ['0.00', '$0'],
    ['0.05', '$0.05'],
    ['999.99', '$999.99'],
    ['1000.00', '$1,000'],
    ['123456789012.34', '$123,456,789,012.34'],
    ['-1250.00', '-$1,250'],
    ['0001250.00', '$1,250'],
    ['1250', '$1,250'],
  ])('%s is shown as %s', (amount, shown) => {
    expect(formatMoney(amount)).toBe(shown);
  });

  test('what is no amount is shown as it came', () => {
    expect(formatMoney('soon')).toBe('$soon');
  });
});

describe('dates', () => {
  test('a day is shown as MMM dd, yyyy', () => {
    expect(formatDay('2025-01-05')).toBe('Jan 05, 2025');
    expect(formatDay('2024-12-31')).toBe('Dec 31, 2024');
  });

  test('what is no day is shown as it came', () => {
    expect(formatDay('soon')).toBe('soon');
    expect(formatDay('2025-13-01')).toBe('2025-13-01');
    expect(formatMoment('soon')).toBe('soon');
  });

  test('a moment is shown as its day where the reader is', () => {
    const moment = '2025-01-05T09:30:00.123456Z';
    expect(formatMoment(moment)).toBe(formatDay(dayOf(new Date(moment))));
  });

  test('days are counted across months, leap days and changes of the clock', () => {
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
  ])('%d days away is « %s »', (days, words) => {
    expect(formatDaysAway(days)).toBe(words);
  });
});

test('counts are grouped by thousands', () => {
  expect([0, 999, 1000, 100_000].map(formatCount)).toEqual(['0', '999', '1,000', '100,000']);
});
