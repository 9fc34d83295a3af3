import { expect, test } from 'vitest';
import { type Field, date, frenchField, money, text, timestamp, wholeNumber, yesNo } from './fields.ts';

const reasonOf = (field: Field, value: string) => {
  try {
    return `accepted as ${field(value)}`;
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
])('the amount %s is %s', (value, expected) => {
  expect(money(value)).toBe(expected);
});

test.each([
  ['1,250.50', 'without thousands separators'],
  ['1.250,50', 'without thousands separators'],
  ['1 250,50', 'without thousands separators'],
  ['1\u202f250', 'without thousands separators'],
  ['1250,50', 'with a decimal point'],
  ['$1250', 'without a currency'],
  ['1250 EUR', 'without a currency'],
  ['-5', 'cannot be negative'],
  ['1.005', 'at most two decimals'],
  ['1e3', 'write it like 1250.50'],
  ['', 'write it like 1250.50'],
  ['NaN', 'is "NaN"'],
  ['1000000000000', 'write it like 1250.50'],
])('the amount %s is rejected with a hint', (value, hint) => {
  expect(reasonOf(money, value)).toContain(hint);
});

test('a date must exist in the calendar', () => {
  expect(date('2024-02-29')).toBe('2024-02-29');
  for (const bad of [
    '2025-02-29',
    '2025-13-01',
    '05/01/2025',
    '2025-1-5',
    '0000-01-01',
    'infinity',
    '2025-01-05T00:00Z',
  ]) {
    expect(reasonOf(date, bad)).toContain('like 2025-01-31');
  }
});

test('a timestamp is normalised to UTC with microseconds', () => {
  expect(timestamp('2025-01-05')).toBe('2025-01-05T00:00:00.000000Z');
  expect(timestamp('2025-01-05T09:30:00.123456Z')).toBe('2025-01-05T09:30:00.123456Z');
  expect(timestamp('2025-01-05 09:30+02:00')).toBe('2025-01-05T07:30:00.000000Z');
  for (const bad of ['2025-01-05T09:30:00', '2025-02-30T09:30:00Z', '2025-01-05T25:00:00Z', 'yesterday']) {
    expect(reasonOf(timestamp, bad)).toContain('like 2025-01-31T09:30:00Z');
  }
});

test('an integer is bounded', () => {
  expect(wholeNumber(0, 100)('041')).toBe('41');
  for (const bad of ['101', '-1', '1.5', '4e1', ''])
    expect(reasonOf(wholeNumber(0, 100), bad)).toContain('from 0 to 100');
});

test('text that the database cannot store is rejected', () => {
  expect(text(3)('éé€')).toBe('éé€');
  expect(reasonOf(text(3), 'four')).toContain('longer than 3');
  expect(reasonOf(text(9), 'a\0b')).toContain('cannot be stored');
  expect(reasonOf(text(9), '\ud800')).toContain('cannot be stored');
});

test.each([
  ['1 200,50', '1200.50'],
  ['1200,50 €', '1200.50'],
  ['1\u202f200,5\u00a0€', '1200.50'],
  ['12\u00a0345\u00a0678,90', '12345678.90'],
  ['1\u2009200', '1200.00'],
  ['1200,50EUR', '1200.50'],
  ['0,05', '0.05'],
  ['007,1', '7.10'],
  ['1250.50', '1250.50'],
  ['1250', '1250.00'],
])('the amount %s is %s', (value, expected) => {
  expect(frenchField(money)(value)).toBe(expected);
});

test.each([
  '1.250',
  '1.250,50',
  '1,250.50',
  '1200,505',
  '12 00,50',
  '1 2000',
  ' 1200',
  ',50',
  '1200,',
  '1200 $',
  '€ 1200',
  '-5,00',
  '1e3',
  '',
  '1 000 000 000 000,00',
])('the French amount %j is rejected', (value) => {
  expect(reasonOf(frenchField(money), value)).toMatch(/write it like 1 250,50|cannot be negative/);
});

test('a French date is day/month/year', () => {
  expect(frenchField(date)('31/12/2026')).toBe('2026-12-31');
  expect(frenchField(date)('5/1/2026')).toBe('2026-01-05');
  expect(frenchField(date)('2026-12-31')).toBe('2026-12-31');
  expect(frenchField(timestamp)('31/12/2026')).toBe('2026-12-31T00:00:00.000000Z');
  for (const bad of ['12/31/2026', '31/12/26', '30/02/2026', '31/12', '31/12/2026 09:30', '0/1/2026', '1/1/0000']) {
    expect(reasonOf(frenchField(date), bad)).toContain('write a date like 31/12/2026');
    expect(reasonOf(frenchField(timestamp), bad)).toContain('write a date like 31/12/2026');
  }
});

test('other fields are unchanged', () => {
  expect(frenchField(text(9))('1 200,50')).toBe('1 200,50');
});

test('yes or no, in English and French', () => {
  expect(['yes', 'Oui', 'TRUE', '1'].map((value) => yesNo(value))).toEqual(['true', 'true', 'true', 'true']);
  expect(['no', 'Non', 'false', '0'].map((value) => yesNo(value))).toEqual(['false', 'false', 'false', 'false']);
  for (const bad of ['perhaps', '2', 'on']) expect(reasonOf(yesNo, bad)).toContain('write yes or no');
});
