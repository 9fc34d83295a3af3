import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, compare, isDecimal, multiply, negate, quotient, round, subtract } from './decimal.ts';

test('sums are exact where floats are not', () => {
  expect(add('0.1', '0.2')).toBe('0.30');
  expect(add('9007199254740993.01', '0.01')).toBe('9007199254740993.02');
  expect(subtract('1.00', '0.90', '0.10')).toBe('0.00');
  expect(subtract('0.05', '0.1')).toBe('-0.05');
});

test('rounding is half away from zero', () => {
  for (const [value, rounded] of [
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['1.0049', '1.00'],
    ['-0.004', '0.00'],
    ['2', '2.00'],
  ] as const)
    expect(round(value)).toBe(rounded);
  expect(round('12.5', 0)).toBe('13');
  expect(quotient('10', '3', 4)).toBe('3.3333');
  expect(quotient('-1', '8')).toBe('-0.13');
  expect(multiply('19.99', '0.055')).toBe('1.09945');
});

test('only decimals are numbers', () => {
  for (const value of ['', '1e3', '1,5', '.5', '5.', '+1', ' 1', 'NaN']) {
    expect(isDecimal(value)).toBe(false);
    expect(() => add(value)).toThrow('is not a decimal');
  }
});

test('the arithmetic agrees with that of whole cents', () => {
  const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
  const asDecimal = (value: bigint) => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      const [first, second] = [asDecimal(one), asDecimal(other)];
      expect(add(first, second)).toBe(asDecimal(one + other));
      expect(subtract(first, second)).toBe(asDecimal(one - other));
      expect(negate(negate(first))).toBe(first);
      expect(round(first)).toBe(first);
      expect(Math.sign(compare(first, second))).toBe(one < other ? -1 : Number(one > other));
    }),
  );
});
