import { expect, test } from 'vitest';
import { desk } from '#content/desk.ts';
import { inWords } from './desk-status.tsx';
import { initialsOf } from '#app/desk/tickets/queue.tsx';
import { countOf, fill, formatAge, formatDue, readAmount } from './formats.ts';

test('amounts are read as a French or English speaker types them', () => {
  expect(readAmount('1\u202f250,5 €')).toBe('1250.50');
  expect(readAmount('1250.50')).toBe('1250.50');
  expect(readAmount('-1')).toBeUndefined();
  expect(readAmount('1,234.5')).toBeUndefined();
  expect(readAmount('')).toBeUndefined();
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

test('initials are those of a name, also where only an email address is known', () => {
  expect(initialsOf('Claire Montauban')).toBe('CM');
  expect(initialsOf('claire@cabinet-massena.example')).toBe('C');
  expect(initialsOf('jean-paul.martin@atlas.example')).toBe('JP');
});

test('a value without a label is shown in words', () => {
  expect(inWords('under_review')).toBe('Under review');
});
