import { expect, test } from 'vitest';
import { day, type Field, moment, money, text, wholeNumber } from './fields.ts';

const reasonOf = (field: Field, value: string) => {
  try {
    return `took it as ${field(value)}`;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['1250.50', '1250.50'],
  ['1250.5', '1250.50'],
  ['1250', '1250.00'],
  ['0', '0.00'],
  ['007.10', '7.10'],
  ['999999999999.99', '999999999999.99'],
])('the amount %s is %s', (value, kept) => {
  expect(money(value)).toBe(kept);
});

test.each([
  ['1,250.50', 'without a separator'],
  ['1.250,50', 'without a separator'],
  ['1 250,50', 'without a separator'],
  ['1\u202f250', 'without a separator'],
  ['1250,50', 'with a point'],
  ['$1250', 'without a currency'],
  ['1250 EUR', 'without a currency'],
  ['-5', 'never negative'],
  ['1.005', 'at most two decimals'],
  ['1e3', 'write it like 1250.50'],
  ['', 'write it like 1250.50'],
  ['NaN', 'is "NaN"'],
  ['1000000000000', 'write it like 1250.50'],
])('the amount %s is refused with a hint', (value, hint) => {
  expect(reasonOf(money, value)).toContain(hint);
});

test('a day is a day of the calendar', () => {
  expect(day('2024-02-29')).toBe('2024-02-29');
  for (const bad of [
    '2025-02-29',
    '2025-13-01',
    '05/01/2025',
    '2025-1-5',
    '0000-01-01',
    'infinity',
    '2025-01-05T00:00Z',
  ]) {
    expect(reasonOf(day, bad)).toContain('like 2025-01-31');
  }
});

test('a moment is kept in UTC, to the microsecond', () => {
  expect(moment('2025-01-05')).toBe('2025-01-05T00:00:00.000000Z');
  expect(moment('2025-01-05T09:30:00.123456Z')).toBe('2025-01-05T09:30:00.123456Z');
  expect(moment('2025-01-05 09:30+02:00')).toBe('2025-01-05T07:30:00.000000Z');
  for (const bad of ['2025-01-05T09:30:00', '2025-02-30T09:30:00Z', '2025-01-05T25:00:00Z', 'yesterday']) {
    expect(reasonOf(moment, bad)).toContain('like 2025-01-31T09:30:00Z');
  }
});

test('a whole number has its bounds', () => {
  expect(wholeNumber(0, 100)('041')).toBe('41');
  for (const bad of ['101', '-1', '1.5', '4e1', ''])
    expect(reasonOf(wholeNumber(0, 100), bad)).toContain('from 0 to 100');
});

test('a text that the database cannot keep is refused', () => {
  expect(text(3)('éé€')).toBe('éé€');
  expect(reasonOf(text(3), 'four')).toContain('longer than 3');
  expect(reasonOf(text(9), 'a\0b')).toContain('cannot be kept');
  expect(reasonOf(text(9), '\ud800')).toContain('cannot be kept');
});
