import { expect, test } from 'vitest';
import { readCents, readLicences, splitTotal } from './recalculate-invoice.ts';

test.each([
  ['12,50', 1250],
  ['12.5', 1250],
  ['12', 1200],
  [' 1\u202f234,50\u00a0€ ', 123_450],
  ['0,01', 1],
  ['', undefined],
  ['-3', undefined],
  ['douze', undefined],
  ['1.234,50', undefined],
  ['12,505', undefined],
  ['10000', undefined],
  ['999999999999', undefined],
  ['1e5', undefined],
  ['Infinity', undefined],
  ['<b>1</b>', undefined],
])('the price « %s » is %s cents', (typed, cents) => {
  expect(readCents(typed)).toBe(cents);
});

test.each([
  ['20', 20],
  ['1\u202f000', 1000],
  ['0', undefined],
  ['-1', undefined],
  ['2,5', undefined],
  ['10000', undefined],
  ['vingt', undefined],
])('« %s » are %s licences', (typed, licences) => {
  expect(readLicences(typed)).toBe(licences);
});

test('115 is 100 and 15, and the parts of any total add up', () => {
  expect(splitTotal(11_500)).toEqual({ vendor: 10_000, margin: 1500, total: 11_500 });
  for (const total of [1, 2, 1390, 27_800, 99_999_999]) {
    const { vendor, margin } = splitTotal(total);
    expect(vendor + margin).toBe(total);
    expect(Math.abs(vendor * 0.15 - margin)).toBeLessThan(1.5);
  }
});
