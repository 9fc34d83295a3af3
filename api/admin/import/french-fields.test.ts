import { expect, test } from 'vitest';
import { day, type Field, moment, money, text } from './fields.ts';
import { frenchField } from './french-fields.ts';

const reasonOf = (field: Field, value: string) => {
  try {
    return `took it as ${field(value)}`;
  } catch (error) {
    return (error as Error).message;
  }
};

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
])('the amount %s is %s', (value, kept) => {
  expect(frenchField(money)(value)).toBe(kept);
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
])('the amount %j is refused', (value) => {
  expect(reasonOf(frenchField(money), value)).toMatch(/write it like 1 250,50|never negative/);
});

test('a day is day/month/year, and never guessed', () => {
  expect(frenchField(day)('31/12/2026')).toBe('2026-12-31');
  expect(frenchField(day)('5/1/2026')).toBe('2026-01-05');
  expect(frenchField(day)('2026-12-31')).toBe('2026-12-31');
  expect(frenchField(moment)('31/12/2026')).toBe('2026-12-31T00:00:00.000000Z');
  for (const bad of ['12/31/2026', '31/12/26', '30/02/2026', '31/12', '31/12/2026 09:30', '0/1/2026', '1/1/0000']) {
    expect(reasonOf(frenchField(day), bad)).toContain('write a day like 31/12/2026');
    expect(reasonOf(frenchField(moment), bad)).toContain('write a day like 31/12/2026');
  }
});

test('other columns stay what they are', () => {
  expect(frenchField(text(9))('1 200,50')).toBe('1 200,50');
});
