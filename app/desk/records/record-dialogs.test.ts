import { expect, test } from 'vitest';
import { readAmount } from './record-dialogs.tsx';

test('amounts are read as a French or English speaker types them', () => {
  expect(readAmount('1\u202f250,5 €')).toBe('1250.50');
  expect(readAmount('1250.50')).toBe('1250.50');
  expect(readAmount('-1')).toBe('-1.00');
  expect(readAmount('--1')).toBeUndefined();
  expect(readAmount('1,234.5')).toBeUndefined();
  expect(readAmount('')).toBeUndefined();
});
