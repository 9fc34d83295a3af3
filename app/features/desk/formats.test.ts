import { expect, test } from 'vitest';
import { desk } from '#content/desk.ts';
import { countOf, fill, formatAge, formatAmount, formatBytes, formatDay, formatDue, readAmount } from './formats.ts';

test('amounts are French and keep every cent', () => {
  expect(formatAmount('1250.50', 'EUR')).toBe('1\u202f250,50\u00a0€');
  expect(formatAmount('999999999999.99', 'EUR')).toBe('999\u202f999\u202f999\u202f999,99\u00a0€');
  expect(formatAmount('-40.00', 'EUR')).toBe('-40\u00a0€');
});

test('amounts are read as a French or English speaker types them', () => {
  expect(readAmount('1\u202f250,5 €')).toBe('1250.50');
  expect(readAmount('1250.50')).toBe('1250.50');
  expect(readAmount('-1')).toBeUndefined();
  expect(readAmount('1,234.5')).toBeUndefined();
  expect(readAmount('')).toBeUndefined();
});

test('a day is the same day everywhere', () => {
  expect(formatDay('2026-11-01')).toBe('1 nov. 2026');
  expect(formatDay('soon')).toBe('soon');
});

test('zero is singular, and unknown words stay', () => {
  expect(countOf(desk.queue.count, 0)).toBe('0 ticket');
  expect(countOf(desk.queue.count, 1200)).toBe('1\u202f200 tickets');
  expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
});

test('ages and due days have one unit', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  expect(formatAge('2026-11-16T11:59:40Z', desk, now)).toBe('à l’instant');
  expect(formatAge('2026-11-16T09:00:00Z', desk, now)).toBe('3\u00a0h');
  expect(formatAge('2026-11-10T09:00:00Z', desk, now)).toBe('6\u00a0jours');
  expect(formatDue('2026-11-17', desk, '2026-11-16')).toBe('demain');
  expect(formatDue('2026-11-10', desk, '2026-11-16')).toBe('depuis 6\u00a0jours');
});

test('sizes', () => {
  expect(formatBytes(0)).toBe('0\u00a0o');
  expect(formatBytes(1536)).toBe('1,5\u00a0Ko');
});
