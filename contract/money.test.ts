import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each([
  ['1250.00', '$1,250'],
  ['1250.50', '$1,250.50'],
  ['0.00', '$0'],
  ['0', '$0'],
  ['0.05', '$0.05'],
  ['999.99', '$999.99'],
  ['1000.00', '$1,000'],
  ['123456789012.34', '$123,456,789,012.34'],
  ['99999999999999999999.99', '$99,999,999,999,999,999,999.99'],
  ['-1250.00', '-$1,250'],
  ['-0.50', '-$0.50'],
  ['0001250.00', '$1,250'],
  ['1250', '$1,250'],
])('%s is shown as %s in dollars', (amount, shown) => {
  expect(formatMoney(amount, 'USD')).toBe(shown);
});

test.each([
  ['EUR', '1250.50', '€1,250.50'],
  ['EUR', '-1250.00', '-€1,250'],
  ['GBP', '0.00', '£0'],
  ['CHF', '1250.50', 'CHF\u00a01,250.50'],
  ['CHF', '-1250.50', '-CHF\u00a01,250.50'],
  ['JPY', '1250.00', '¥1,250'],
  ['XOF', '1250000.00', 'F\u202fCFA\u00a01,250,000'],
  ['TND', '1250.00', 'TND\u00a01,250'],
  ['TND', '1250.50', 'TND\u00a01,250.500'],
])('%s %s is shown as %s', (currency, amount, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});

test('decimals beyond those of the currency are shown, not rounded', () => {
  expect(formatMoney('1250.50', 'JPY')).toBe('¥1,250.50');
});

const style = (currency: string) => ({ style: 'currency', currency }) as const;

test.each(['USD', 'EUR', 'CHF', 'JPY', 'XOF', 'TND', 'CAD'])('%s without cents is written as Intl does', (currency) => {
  const whole = new Intl.NumberFormat('en-US', { ...style(currency), maximumFractionDigits: 0 });
  for (const amount of [0, 7, 1250, -1250, 999_999_999])
    expect(formatMoney(amount.toFixed(2), currency)).toBe(whole.format(amount));
});

test.each(['USD', 'EUR', 'CHF', 'TND', 'CAD'])('%s with cents is written as Intl does', (currency) => {
  const exact = new Intl.NumberFormat('en-US', style(currency));
  expect(formatMoney('-1250.25', currency)).toBe(exact.format(-1250.25));
});

test('text that is not an amount is shown unchanged', () => {
  expect(formatMoney('soon', 'USD')).toBe('$soon');
});

test('in Arabic, the figure and the sign keep their own order in a line from right to left', () => {
  const written = (amount: string, currency: string) => formatMoney(amount, currency, 'ar-TN-u-nu-latn');
  expect(written('-300', 'USD')).toBe('\u200f\u2066-300\u2069\u00a0\u2068US$\u2069');
  expect(written('1250.50', 'EUR')).toBe('\u200f\u20661.250,50\u2069\u00a0\u2068€\u2069');
  expect(written('1250.500', 'TND')).toMatch(/^\u200f\u20661\.250,500\u2069\u00a0\u2068د\.ت\./);
});
